import { cp, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, removePostgresData, startPostgres } from '@atrium/dev-servers'
import pg from 'pg'
import { until } from '../stories/story.ts'
import { type Forwarder, startForwarder } from './forwarder.ts'
import { killServer } from './kill-server.ts'

/** A PostgreSQL with a standby. Every commit waits until the standby has it on disk. */
export interface PostgresPair {
  /** The superuser's address. It leads to the standby after its promotion. */
  readonly url: string
  query<T>(statement: string): Promise<T[]>
  /** Kills the primary. */
  kill(): Promise<void>
  /** Makes the standby the primary, as an operator would, and moves the primary's address to it. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const standbyName = 'standby'
const common = {
  shared_buffers: '32MB',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '512MB',
}

/** Starts both servers and waits until the standby is synchronous. */
export async function startPostgresPair(home: string): Promise<PostgresPair> {
  const [primaryPort, standbyPort] = await Promise.all([freePort(), freePort()])
  const folders = { primary: join(home, 'primary'), standby: join(home, 'standby') }
  const open = (dataDir: string, port: number, settings: Readonly<Record<string, string>> = {}) =>
    startPostgres({ dataDir, port, maxConnections: 200, settings: { ...common, ...settings } })
  const created = await open(folders.primary, primaryPort)
  await created.stop()
  const { username, password } = new URL(created.url)
  await cp(await realpath(folders.primary), folders.standby, { recursive: true })
  await writeFile(join(folders.standby, 'standby.signal'), '')
  await writeFile(
    join(folders.standby, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${username} password=${password} application_name=${standbyName}'\n`,
  )
  const [primary, standby] = await Promise.all([
    open(folders.primary, primaryPort, { synchronous_standby_names: standbyName }),
    open(folders.standby, standbyPort),
  ])
  const { url } = created
  let moved: Forwarder | undefined
  await until('a synchronous standby', async () => {
    const states = await query<{ sync_state: string }>(
      primary.url,
      'select sync_state from pg_stat_replication',
    )
    return states.some((state) => state.sync_state === 'sync') || undefined
  })
  return {
    url,
    query: (statement) => query(url, statement),
    kill: () => killServer(primary),
    async promote() {
      await query(standby.url, 'select pg_promote(true, 60)')
      moved = await startForwarder([standbyPort], primaryPort)
    },
    async stop() {
      moved?.stop()
      // A primary waits for its standby while it stops, so it stops first.
      await primary.stop()
      await standby.stop()
      await Promise.all(Object.values(folders).map(removePostgresData))
    },
  }
}

async function query<T>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows as T[]
  } finally {
    await client.end()
  }
}
