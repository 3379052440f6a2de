import { type Selectable, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'

export type AccountRow = Selectable<Database['payment_accounts']>

/** The org's connected account. */
export const findAccount = (db: Db, orgId: string): Promise<AccountRow | undefined> =>
  db.selectFrom('payment_accounts').selectAll().where('org_id', '=', orgId).executeTakeFirst()

/** How many accounts the org has had before. */
export async function countForgotten(db: Db, orgId: string): Promise<number> {
  const row = await db
    .selectFrom('forgotten_accounts')
    .select(sql<string>`count(*)`.as('n'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Forgets the org's account, or only the one named; false when it has none such. */
export async function forgetAccount(tx: Transaction, orgId: string, accountId?: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('payment_accounts')
    .where('org_id', '=', orgId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .returning('account_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx
    .insertInto('forgotten_accounts')
    .values({ org_id: orgId, account_id: row.account_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/**
 * Takes away the ids that customers and offers have on an account that is gone at the processor: nothing stands behind
 * them any more, so that each is made anew when it is needed.
 */
export async function clearIdsOf(tx: Transaction, orgId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ payments_customer_id: null, payments_account_id: null, payments_synced_at: null })
    .where('org_id', '=', orgId)
    .where('payments_account_id', '=', accountId)
    .execute()
  await tx
    .updateTable('offers')
    .set({
      payments_product_id: null,
      payments_price_id: null,
      payments_account_id: null,
      mirrored_terms: null,
      version: sql<number>`version + 1`,
    })
    .where('org_id', '=', orgId)
    .where('payments_account_id', '=', accountId)
    .execute()
}
