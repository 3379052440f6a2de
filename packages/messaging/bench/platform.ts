import { withServers } from '@atrium/bench-kit'
import { createDatabase, migrate, type PlatformTables } from '@atrium/database'
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

/**
 * Starts real servers with production durability (fsync on), a migrated schema and a bus. Removes
 * them afterwards.
 */
export async function withPlatform(run: (platform: BenchPlatform) => Promise<void>): Promise<void> {
  await withServers(async ({ databaseUrl, natsUrl }) => {
    const handle = createDatabase<BenchTables>({ url: databaseUrl, schema })
    const buses: Bus[] = []
    const connect = async (service: string): Promise<Bus> => {
      const bus = await connectBus({
        url: natsUrl,
        service,
        // Logs like production, but nobody reads the lines.
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
    }
  })
}
