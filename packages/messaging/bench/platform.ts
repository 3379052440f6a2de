import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, migrate, type PlatformTables } from '@atrium/database'
import { freePort, startNats, startPostgres } from '@atrium/dev-servers'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { type Generated, type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { type Bus, connectBus, ensureStreams } from '../src/index.ts'

export interface BenchTables extends PlatformTables {
  effects: { seq: Generated<number>; n: number }
}

export interface BenchPlatform {
  db: Kysely<BenchTables>
  platform: Kysely<PlatformTables>
  schema: string
  bus: Bus
  anotherBus(service: string): Promise<Bus>
}

const schema = 'bench'

/** Real servers with the durability of production (fsync on), a migrated schema and a bus; all gone afterwards. */
export async function withPlatform(run: (platform: BenchPlatform) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), port: await freePort() }),
    startNats({ storeDir: join(folder, 'nats'), port: await freePort() }),
  ])
  const handle = createDatabase<BenchTables>({ url: postgres.url, schema })
  const buses: Bus[] = []
  const connect = async (service: string): Promise<Bus> => {
    const bus = await connectBus({
      url: nats.url,
      service,
      // As in production, but nobody reads the lines.
      logger: pino({ level: 'info' }, { write: () => {} }),
      metrics: createMetrics(service),
      tracing: propagateOnly,
    })
    buses.push(bus)
    return bus
  }
  try {
    await migrate(handle.db, schema, {
      '0001-effects': {
        up: async (db) => {
          await sql`create table effects (seq serial primary key, n int not null)`.execute(db)
        },
      },
    })
    const bus = await connect('bench')
    await ensureStreams(bus)
    const platform = handle.db as unknown as Kysely<PlatformTables>
    await run({ db: handle.db, platform, schema, bus, anotherBus: connect })
  } finally {
    await Promise.all(buses.map((bus) => bus.drain()))
    await handle.close()
    await Promise.all([postgres.stop(), nats.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** One line for people and one for `pnpm bench`. */
export function result(name: string, value: number, unit: string, target: string): void {
  const rounded = value >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000
  console.log(`${name.padEnd(44)} ${String(rounded).padStart(10)} ${unit.padEnd(10)} target ${target}`)
  console.log(`BENCH ${JSON.stringify({ name, value: rounded, unit, target })}`)
}
