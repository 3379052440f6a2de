import type { Changes, Db, Row, Transaction } from '../database.ts'

export type AccountRow = Row<'payment_accounts'>

export const findAccountRow = (db: Db, orgId: string) =>
  db.selectFrom('payment_accounts').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export const findAccountOwner = (db: Db, accountId: string) =>
  db
    .selectFrom('payment_accounts')
    .select('org_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export async function insertAccount(
  tx: Transaction,
  row: Pick<AccountRow, 'org_id' | 'account_id' | 'charges_enabled' | 'details_submitted'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('payment_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Changes an account unless a state later than `statedAt` (seconds since 1970) is stored. Returns
 * true if it changed.
 */
export async function updateAccount(
  tx: Transaction,
  accountId: string,
  statedAt: number,
  changes: Changes<'payment_accounts'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_accounts')
    .set({ ...changes, event_created: statedAt })
    .where('account_id', '=', accountId)
    .where('event_created', '<=', String(statedAt))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countForgotten(db: Db, orgId: string): Promise<number> {
  const { n } = await db
    .selectFrom('forgotten_accounts')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const deleteAccount = (tx: Transaction, orgId: string, accountId: string | undefined) =>
  tx
    .deleteFrom('payment_accounts')
    .where('org_id', '=', orgId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .returning(['org_id', 'account_id'])
    .executeTakeFirst()

export const insertForgotten = (tx: Transaction, row: Pick<AccountRow, 'org_id' | 'account_id'>) =>
  tx
    .insertInto('forgotten_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const findTaxRate = (db: Db, accountId: string, rateBps: number) =>
  db
    .selectFrom('tax_rates')
    .select('tax_rate_id')
    .where((eb) => eb.and({ account_id: accountId, rate_bps: rateBps }))
    .executeTakeFirst()

/** Stores a tax rate unless one other than `gone` is stored. */
export const putTaxRate = (
  tx: Transaction,
  row: { account_id: string; rate_bps: number; tax_rate_id: string },
  gone = '',
) =>
  tx
    .insertInto('tax_rates')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'rate_bps'])
        .doUpdateSet({ tax_rate_id: row.tax_rate_id })
        .where('tax_rates.tax_rate_id', '=', gone),
    )
    .execute()
