import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../database.ts'

/** The sum of a person's transactions. */
export async function creditBalance(db: Db, userId: string): Promise<number> {
  const { balance } = await db
    .selectFrom('credit_transactions')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('balance'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(balance)
}

/** A person's latest 50 transactions. */
export const latestCreditTransactions = (db: Db, userId: string) =>
  db
    .selectFrom('credit_transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()

/** Stores a transaction, once per session. */
export async function insertCreditTransaction(
  tx: Transaction,
  row: NewRow<'credit_transactions'>,
): Promise<void> {
  await tx
    .insertInto('credit_transactions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
