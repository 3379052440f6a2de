import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type Exit,
  type GuardedProcess,
  type RunningServer,
  runningServer,
  startGuardedProcess,
} from '../guarded-process.ts'
import { portInUse } from '../ports.ts'
import { type Cluster, openCluster, superuser } from './cluster.ts'
import { choosePlace, type Place } from './place.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { clearStalePostmaster } from './postmaster-pid.ts'

export type PostgresOptions = {
  /** An absolute path. It is created if it is missing. */
  readonly dataDir: string
  readonly port: number
  /** The database in the URL. It is created if it is missing. Defaults to `atrium`. */
  readonly database?: string
  /** False is faster but loses data at a power cut. For tests only. */
  readonly fsync?: boolean
  readonly maxConnections?: number
  /** Further server settings, for example for replication. They override the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  readonly log?: (line: string) => void
}

/**
 * Starts an embedded PostgreSQL on 127.0.0.1, also as root, and waits until it responds. Its data
 * survives a kill. Throws one line if the port or the data is in use, or if the server ends while
 * starting.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const { port, database = 'atrium', fsync = true, log = () => {} } = options
  if (await portInUse(port))
    throw new Error(`port ${port} is taken, PostgreSQL cannot listen there`)
  const place = await choosePlace(findPostgresBinaries(), options.dataDir, log)
  const cluster = await openCluster(place.binaries, place.runAs, place.dataDir, { sync: fsync })
  const { maxConnections = 100, settings: given = {} } = options
  const settings = serverSettings({ port, fsync, maxConnections, given })
  const url = (name: string) =>
    `postgres://${superuser}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${name}`
  const server = await launchUntilReady(place, {
    cluster,
    settings,
    log,
    ready: (started) => untilDatabase(started, url('postgres'), database),
  })
  return runningServer(server, url(database), port)
}

/**
 * Retries while processes of a killed server still hold its shared memory. Throws any other failure
 * at once.
 */
async function launchUntilReady(
  place: Place,
  {
    cluster,
    settings,
    log,
    ready,
  }: {
    cluster: Cluster
    settings: readonly string[]
    log: (line: string) => void
    ready: (server: GuardedProcess) => Promise<void>
  },
): Promise<GuardedProcess> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const server = await launch(place, cluster, settings, log)
    try {
      await ready(server)
      return server
    } catch (error) {
      await server.stop()
      if (Date.now() > deadline || !/pre-existing shared memory block/.test(String(error)))
        throw error
      await sleep(200)
    }
  }
}

async function launch(
  place: Place,
  cluster: Cluster,
  settings: readonly string[],
  log: (line: string) => void,
): Promise<GuardedProcess> {
  await clearStalePostmaster(cluster.dataDir)
  const command = place.runAs.command(place.binaries.postgres, ['-D', cluster.dataDir, ...settings])
  return startGuardedProcess({
    name: 'PostgreSQL',
    ...command,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    // SIGINT is PostgreSQL's fast shutdown. It closes all connections and leaves a clean state.
    stopSignal: 'SIGINT',
    stopDeadlineMs: 20_000,
    onLine: log,
  })
}

async function untilDatabase(server: GuardedProcess, url: string, database: string): Promise<void> {
  const ended = server.exited.then((exit) => {
    throw new Error(`PostgreSQL ended while starting: ${whyEnded(server.lastLines(), exit)}`)
  })
  ended.catch(() => {})
  const deadline = Date.now() + 120_000
  for (;;) {
    const failure = await Promise.race([attempt(url, database), ended])
    if (failure === undefined) return
    if (!isStillStarting(failure) || Date.now() > deadline) {
      throw new Error(`PostgreSQL does not respond: ${String(failure)}`, { cause: failure })
    }
    await Promise.race([sleep(25), ended])
  }
}

/** Creates the database unless it exists. Returns the error if the attempt fails. */
async function attempt(url: string, database: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(database)}`)
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

function isStillStarting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // If the server closes a connection while it starts, the driver reports no code.
  if (error.message === 'Connection terminated unexpectedly') return true
  // 57P03 means that the server is still recovering.
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03'
}

function whyEnded(lines: readonly string[], exit: Exit): string {
  const fatal = lines.find((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1)
  return fatal ?? `code ${exit.code}, signal ${exit.signal}`
}

/**
 * Returns the settings of an embedded server: small in memory, deterministic, local. Every start
 * passes them.
 */
function serverSettings(options: {
  readonly port: number
  readonly fsync: boolean
  readonly maxConnections: number
  readonly given: Readonly<Record<string, string>>
}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    // TCP only, because a socket path is too long below deep folders, and all users share /tmp.
    unix_socket_directories: '',
    max_connections: String(options.maxConnections),
    shared_buffers: '48MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    // By default the server has no replicas. Synchronous I/O needs no worker processes.
    wal_level: 'minimal',
    max_wal_senders: '0',
    io_method: 'sync',
    max_worker_processes: '4',
    max_logical_replication_workers: '0',
    max_parallel_workers: '2',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    ...(options.fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...options.given,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
