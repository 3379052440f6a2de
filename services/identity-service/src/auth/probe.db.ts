import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Asks the database for nothing. Throws its error when it is away. */
export const probeDatabase = (db: Db) => sql`select 1`.execute(db)
