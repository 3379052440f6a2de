import { sql } from 'kysely'
import type { Db, Row, Transaction } from '../database.ts'

export const findAccount = (db: Db, userId: string) =>
  db.selectFrom('credit_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst()

/**
 * Locks a user's credit account until the transaction ends. Creates the account if it is missing.
 */
export async function lockAccount(
  tx: Transaction,
  userId: string,
): Promise<Row<'credit_accounts'>> {
  await tx
    .insertInto('credit_accounts')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('credit_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const findTopup = (tx: Transaction, sessionId: string) =>
  tx
    .selectFrom('credit_transactions')
    .selectAll()
    .where('payments_session_id', '=', sessionId)
    .executeTakeFirst()

export const hasTopup = async (tx: Transaction, sessionId: string): Promise<boolean> =>
  (await findTopup(tx, sessionId)) !== undefined

export const listEntries = (
  db: Db,
  userId: string,
  page: { limit: number; offset: number; cursor?: string | undefined },
) =>
  db
    .selectFrom('credit_transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(page.cursor !== undefined, (all) => all.where('sequence', '<', page.cursor ?? ''))
    .orderBy('sequence', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/**
 * Returns the accounts that disagree with the sum or number of their entries, or with their
 * reservations.
 */
export async function faultyAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from credit_accounts a
    left join (select user_id, sum(credits) as credits, count(*) as entries, max(sequence) as last
      from credit_transactions group by user_id) t on t.user_id = a.user_id
    left join (select user_id, sum(credits) as credits from credit_reservations where status = 'held'
      group by user_id) r on r.user_id = a.user_id
    where a.balance <> coalesce(t.credits, 0) or a.entries <> coalesce(t.entries, 0)
      or a.entries <> coalesce(t.last, 0) or a.reserved <> coalesce(r.credits, 0)
    order by a.user_id limit 100`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
