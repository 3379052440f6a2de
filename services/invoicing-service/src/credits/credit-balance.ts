import type { Db } from '../database.ts'
import { findAccount } from './ledger.db.ts'

/** The credits of a person, those that calls hold included. */
export const creditBalance = async (db: Db, userId: string): Promise<number> =>
  Number((await findAccount(db, userId))?.balance ?? 0)
