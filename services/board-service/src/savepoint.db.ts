import { AppError } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Runs `fn` in a savepoint. If `fn` throws an `AppError`, only its writes are rolled back and the
 * transaction stays usable.
 */
export async function inSavepoint<R>(tx: Transaction, fn: () => Promise<R>): Promise<R> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await fn()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    if (error instanceof AppError) await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}
