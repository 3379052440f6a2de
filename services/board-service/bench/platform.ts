import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@atrium/database'
import { freePort, startNats, startPostgres } from '@atrium/dev-servers'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { BoardDatabase, Db } from '../src/database.ts'
import type { Deps } from '../src/deps.ts'

export interface BenchServers {
  databaseUrl: string
  /** An environment in which every service boots on these servers. */
  env: Record<string, string>
}

/** PostgreSQL with the durability of production and NATS, gone afterwards. */
export async function withServers(run: (servers: BenchServers) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-board-bench-'))
  const [postgres, nats] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), port: await freePort() }),
    startNats({ storeDir: join(folder, 'nats'), port: await freePort() }),
  ])
  const url = new URL(postgres.url)
  try {
    await run({
      databaseUrl: postgres.url,
      env: {
        NODE_ENV: 'development',
        DATABASE_URL: postgres.url,
        DATABASE_HOST: url.hostname,
        DATABASE_USER: url.username,
        DATABASE_PASSWORD: 'unread',
        DATABASE_NAME: url.pathname.slice(1),
        DATABASE_PORT: url.port,
        AUTH_SECRET: randomBytes(32).toString('hex'),
        AUTH_SESSION_SECRET: randomBytes(32).toString('hex'),
        NATS_URL: nats.url,
        ASSETS_UPLOAD_DIR: join(folder, 'assets'),
        MAIL_OUTBOX_DIR: join(folder, 'mails'),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'info',
      },
    })
  } finally {
    await Promise.all([postgres.stop(), nats.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** The verbs' dependencies on a pool of the bench's own, without a bus. */
export function openBoard(databaseUrl: string, poolSize: number): { deps: Deps; close(): Promise<void> } {
  const handle = createDatabase<BoardDatabase>({ url: databaseUrl, schema: 'board', poolSize })
  return {
    deps: {
      db: handle.db,
      logger: pino({ level: 'silent' }),
      clock: () => new Date(),
      settings: {
        apiUrl: 'http://localhost:3000',
        adminEmails: [],
        supportOwnerEmail: undefined,
        quoteRecipient: undefined,
        rateLimits: false,
      },
      bus: undefined as never,
    },
    close: () => handle.close(),
  }
}

const words =
  'invoice meeting printer garden summer launch budget review draft customer answer train coffee market paper window light river camera recipe ticket bridge museum school harbour forest bicycle kitchen concert balance'

/** Cards as people have them: a title of four words, a body of forty, two tags; some words rare, some common. */
export async function seedCards(db: Db, orgId: string, count: number): Promise<void> {
  await sql`
    with vocabulary as (select string_to_array(${words}, ' ') as w),
    made as (
      select n, 'task_' || lpad(to_hex(n), 32, '0') as id,
        (select string_agg(w[1 + floor(random() * 30)::int + 0 * g], ' ') from generate_series(1, 4 + 0 * n) g) as title,
        (select string_agg(w[1 + floor(power(random(), 3) * 30)::int + 0 * g] || case when random() < 0.3
          then floor(random() * 2000)::int::text else '' end, ' ') from generate_series(1, 40 + 0 * n) g) as body,
        array['tag' || n % 50, 'group' || n % 7] as tags
      from vocabulary, generate_series(1, ${count}::int) n
    )
    insert into tasks (id, org_id, owner_id, kind, title, body, status, tags, fields, search,
      status_changed_at, created_at, updated_at)
    select id, ${orgId}, 'usr_bench', case when n % 9 = 0 then 'contact' else 'task' end, title, body,
      case when n % 10 = 0 then 'doing' else 'todo' end, tags, '{}',
      array_to_tsvector(array['=' || ${orgId}::text, '#' || tags[1], '#' || tags[2]])
        || to_tsvector('simple', title || ' ' || tags[1] || ' ' || tags[2] || ' ' || body),
      now() - n * interval '1 second', now() - n * interval '1 second', now() - n * interval '1 second'
    from made`.execute(db)
  await sql`vacuum analyze tasks`.execute(db)
}

export const percentile = (samples: readonly number[], share: number): number =>
  [...samples].sort((a, b) => a - b)[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? 0

const rows: Array<{ name: string; value: string; unit: string; target: string }> = []

/** One row of the table, and one line for a machine. */
export function result(name: string, value: number, unit: string, target: string): void {
  rows.push({ name, value: value >= 100 ? value.toFixed(0) : value.toFixed(2), unit, target })
  process.stdout.write(
    `BENCH ${JSON.stringify({ name, value: Math.round(value * 100) / 100, unit, target })}\n`,
  )
}

/** Prints what was measured. */
export const printTable = (): void => console.table(rows)
