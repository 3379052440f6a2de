import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { shareActivity } from './activity.ts'
import { markConnectionError } from './database-error.ts'
import { dropLostConnections } from './drop-lost-connections.ts'
import { toRepairingPool } from './repaired-queries.ts'
import { schemaKey, shareOutbox } from './transaction.ts'

export interface DatabaseOptions {
  /** `postgres://…` */
  url: string
  /** The service's schema. Its search path has no other. */
  schema: string
  /** The maximum number of connections. Defaults to 10. */
  poolSize?: number
  /** Called when an idle connection breaks. The pool replaces the connection. */
  onIdleError?: (error: Error) => void
}

export interface DatabaseHandle<T> {
  db: Kysely<T>
  /** The pool behind `db`. Statements outside Kysely go through `runStatement`. */
  pool: pg.Pool
  schema: string
  close(): Promise<void>
}

/**
 * Opens a pool on one schema. It connects lazily. It waits at most 5 s for a connection and 30 s
 * for a statement, and less if the statement's server process is gone.
 */
export function createDatabase<T>(options: DatabaseOptions): DatabaseHandle<T> {
  const connection = connectionOptions(options.url, options.schema)
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // Notices a lost server within half a minute, instead of the system's two hours.
    keepAliveInitialDelayMillis: 10_000,
    application_name: `atrium-${options.schema}`,
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // Without a listener, a connection that breaks between two statements of a transaction would end
  // the process.
  pool.on('connect', (client) => client.on('error', markConnectionError))
  const db = new Kysely<T>({ dialect: new PostgresDialect({ pool: toRepairingPool(pool) }) })
  const key = schemaKey(options.url, options.schema)
  shareOutbox(db, key)
  shareActivity(key, db, pool)
  const stopLooking = dropLostConnections(pool, connection)
  const close = async (): Promise<void> => {
    stopLooking()
    await db.destroy()
  }
  return { db, pool, schema: options.schema, close }
}

// The address overrides the other settings, so its own `options` would replace the search path.
function connectionOptions(
  url: string,
  schema: string,
): { connectionString: string; options: string } {
  const path = `-c search_path=${schema}`
  const address = URL.parse(url)
  const given = address?.searchParams.get('options')
  if (!address || !given) return { connectionString: url, options: path }
  address.searchParams.delete('options')
  return { connectionString: address.toString(), options: `${given} ${path}` }
}
