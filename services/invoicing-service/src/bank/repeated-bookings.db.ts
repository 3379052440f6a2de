import type { StatementFormat } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Row, Transaction } from '../database.ts'
import type { NewTransaction } from './bank.db.ts'

/** A transaction that a new row of another format may repeat. */
export type EarlierTransaction = Pick<
  Row<'bank_transactions'>,
  | 'id'
  | 'account'
  | 'booked_on'
  | 'amount_cents'
  | 'currency'
  | 'counterparty'
  | 'iban'
  | 'reference'
>

// More than the rows of one batch, so that as many equal bookings find their counterparts.
const mostCandidates = 300

/** True if an organisation has transactions from a statement in another format. */
export async function hasOtherFormat(
  db: Db,
  orgId: string,
  format: StatementFormat,
): Promise<boolean> {
  const found = await db
    .selectFrom('bank_statements')
    .select('id')
    .where('org_id', '=', orgId)
    .where('format', '<>', format)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns transactions with the day and amount of these rows, from statements in other formats. A
 * transaction is left out if a row of this format is known to repeat it.
 */
export async function listEarlierTransactions(
  db: Db,
  orgId: string,
  {
    format,
    rows,
    claimed,
  }: { format: StatementFormat; rows: readonly NewTransaction[]; claimed: readonly string[] },
): Promise<EarlierTransaction[]> {
  const wanted = rows.map(({ booked_on, amount_cents, currency }) => ({
    booked_on,
    amount_cents,
    currency,
  }))
  const result = await sql<EarlierTransaction>`
    select t.* from (
      select distinct booked_on, amount_cents, currency
      from jsonb_to_recordset(${json(wanted)}) as row
        (booked_on text, amount_cents bigint, currency text)
    ) as wanted
    cross join lateral (
      select t.id, t.account, t.booked_on, t.amount_cents, t.currency, t.counterparty, t.iban,
        t.reference
      from bank_transactions as t
        join bank_statements as s on s.org_id = t.org_id and s.id = t.statement_id
      where t.org_id = ${orgId} and t.booked_on = wanted.booked_on
        and t.amount_cents = wanted.amount_cents and t.currency = wanted.currency
        and s.format <> ${format} and t.id <> all(${claimed}::text[])
        and not exists (
          select from bank_transaction_keys as k
          where k.org_id = ${orgId} and k.transaction_id = t.id and k.format = ${format}
        )
      order by t.id
      limit ${mostCandidates}
    ) as t`.execute(db)
  return result.rows
}

/** Stores the keys under which transactions are known in files of another format. */
export async function insertTransactionKeys(
  tx: Transaction,
  orgId: string,
  format: StatementFormat,
  keys: ReadonlyArray<{ known_by: string; transaction_id: string }>,
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('bank_transaction_keys')
    .values(keys.map((key) => ({ ...key, org_id: orgId, format })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
