import { type Kysely, sql } from 'kysely'

/**
 * Runs work on one connection under an advisory lock of that name. Does nothing if another
 * connection holds the lock.
 */
export const whileFree = <DB>(
  db: Kysely<DB>,
  name: string,
  work: (db: Kysely<DB>) => Promise<void>,
): Promise<void> =>
  db.connection().execute(async (connection) => {
    const lock = sql`hashtext(${name})`
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_lock(${lock}) as free`.execute(connection)
    if (rows[0]?.free !== true) return
    try {
      await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })
