import { asDatabaseError } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Throws 503 if the database is down. The check is needed because better-auth hides the cause of a
 * 500, and treats an unreadable session as missing.
 */
export async function requireDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw asDatabaseError(error)
  }
}
