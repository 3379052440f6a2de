import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { RepairingClient } from './repairing-client.ts'

export interface DatabaseOptions {
  /** `postgres://…` */
  url: string
  /** The service's schema; the only one on its search path. */
  schema: string
  /** The most connections; 10 by default. */
  poolSize?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
}

export interface DatabaseHandle<T> {
  db: Kysely<T>
  /** The pool of `db`, for libraries and metrics. */
  pool: pg.Pool
  schema: string
  close(): Promise<void>
}

/** Opens a pool on one schema. Connects lazily; waits at most 5 s for a connection, 30 s for a statement. */
export function createDatabase<T>(options: DatabaseOptions): DatabaseHandle<T> {
  const pool = new pg.Pool({
    ...connectionOptions(options.url, options.schema),
    Client: RepairingClient,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // A server that disappears is noticed within half a minute, not after the system's two hours.
    keepAliveInitialDelayMillis: 10_000,
    application_name: `atrium-${options.schema}`,
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  const db = new Kysely<T>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, schema: options.schema, close: () => db.destroy() }
}

// The address overrides the other settings: its own `options` would replace the search path.
function connectionOptions(url: string, schema: string): { connectionString: string; options: string } {
  const path = `-c search_path=${schema}`
  const address = URL.parse(url)
  const given = address?.searchParams.get('options')
  if (!address || !given) return { connectionString: url, options: path }
  address.searchParams.delete('options')
  return { connectionString: address.toString(), options: `${given} ${path}` }
}
