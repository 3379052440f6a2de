import { asDatabaseError } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** better-auth hides the cause of its 500s and takes an unreadable session for none. Throws 503. */
export async function requireDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw asDatabaseError(error)
  }
}
