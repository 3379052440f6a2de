import { AsyncLocalStorage } from 'node:async_hooks'
import { toRepairingPool } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Database, Db, Pool } from '../database.ts'
import { stateCaller } from './audit.db.ts'

/** The user behind a request on better-auth's routes. The audit triggers read it. */
export interface AuditCaller {
  /** Undefined if the request has no session. */
  userId: string | undefined
  name: string | undefined
  /** The path after `/api/auth`. */
  path: string
}

const storage = new AsyncLocalStorage<string>()

/**
 * Runs a function. Its statements on an attributed database tell the audit triggers who the caller
 * is.
 */
export const asCaller = <R>(caller: AuditCaller, fn: () => Promise<R>): Promise<R> => {
  const { requestId, address } = currentContext() ?? {}
  return storage.run(JSON.stringify({ ...caller, requestId, address }), fn)
}

/**
 * Returns a database that sets the caller on a connection while it is checked out. better-auth does
 * not use our transactions, so a transaction cannot carry the caller.
 */
export function attributedDatabase(given: Pool): Db {
  const pool = toRepairingPool(given)
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        async connect() {
          const client = await pool.connect()
          const caller = storage.getStore()
          return caller === undefined ? client : stated(client, caller)
        },
        end: async () => {},
      },
    }),
  })
}

/**
 * Sets the caller on a connection until its release. If the caller cannot be cleared again, the
 * connection is closed.
 */
async function stated(client: PostgresPoolClient, caller: string): Promise<PostgresPoolClient> {
  try {
    await stateCaller(client, caller)
  } catch (error) {
    client.release(true)
    throw error
  }
  return {
    query: client.query.bind(client),
    release(destroy) {
      if (destroy === true) return client.release(true)
      stateCaller(client, '').then(
        () => client.release(),
        () => client.release(true),
      )
    },
  }
}
