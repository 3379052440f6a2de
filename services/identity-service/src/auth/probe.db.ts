import { asDatabaseError } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Tells a database that is away from better-auth's other reasons: it hides the cause of its 500s, and takes a session
 * that it cannot read for none. Throws `unavailable` (503).
 */
export async function requireDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    throw asDatabaseError(error)
  }
}
