import { AsyncLocalStorage } from 'node:async_hooks'
import { currentContext } from '@atrium/telemetry'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Database, Db, Pool } from '../database.ts'
import { stateCaller } from './audit.db.ts'

/** The caller of a request on better-auth's routes, as the triggers of the audit read it. */
export interface AuditCaller {
  /** Undefined without a session. */
  userId: string | undefined
  name: string | undefined
  /** Below `/api/auth`. */
  path: string
}

const storage = new AsyncLocalStorage<string>()

/** Runs a request whose statements on an attributed database state its caller to the triggers of the audit. */
export const asCaller = <R>(caller: AuditCaller, fn: () => Promise<R>): Promise<R> => {
  const { requestId, address } = currentContext() ?? {}
  return storage.run(JSON.stringify({ ...caller, requestId, address }), fn)
}

/** better-auth joins no transaction of ours, so a connection states the caller as long as it is held. */
export const attributedDatabase = (pool: Pool): Db =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        async connect() {
          const client: PostgresPoolClient = await pool.connect()
          const caller = storage.getStore()
          return caller === undefined ? client : stated(client, caller)
        },
        end: async () => {},
      },
    }),
  })

/** The connection with the caller stated until its release; one that cannot forget the caller is not used again. */
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
