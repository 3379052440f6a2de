import type { StatementFormat } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Row, Transaction } from '../database.ts'
import type { NewTransaction } from './bank.db.ts'

/** How a file describes bookings. Two files of one format and layout describe them equally. */
export interface StatementKind {
  format: StatementFormat
  layout: string
}

/** A transaction that a new row of another layout may repeat. */
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
  | 'known_by'
> & { format: StatementFormat }

// More than the rows of one batch, so that as many equal bookings find their counterparts.
const mostCandidates = 300

// The layout of an earlier release's statement is unknown, so it counts as the same.
const isOtherKind = ({ format, layout }: StatementKind) =>
  sql<boolean>`(s.format <> ${format} or s.layout <> ${layout})`

/** True if an organisation has transactions from a statement in another layout. */
export async function hasOtherKind(db: Db, orgId: string, kind: StatementKind): Promise<boolean> {
  const found = await db
    .selectFrom('bank_statements as s')
    .select('id')
    .where('org_id', '=', orgId)
    .where(isOtherKind(kind))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns transactions with the day and amount of these rows, from statements in other layouts. A
 * transaction is left out if a row of this layout is known to repeat it.
 */
export async function listEarlierTransactions(
  db: Db,
  orgId: string,
  {
    kind,
    rows,
    claimed,
  }: { kind: StatementKind; rows: readonly NewTransaction[]; claimed: readonly string[] },
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
        t.reference, t.known_by, s.format
      from bank_transactions as t
        join bank_statements as s on s.org_id = t.org_id and s.id = t.statement_id
      where t.org_id = ${orgId} and t.booked_on = wanted.booked_on
        and t.amount_cents = wanted.amount_cents and t.currency = wanted.currency
        and ${isOtherKind(kind)} and t.id <> all(${claimed}::text[])
        and not exists (
          select from bank_transaction_keys as k
          where k.org_id = ${orgId} and k.transaction_id = t.id
            and k.format = ${kind.format} and coalesce(k.layout, ${kind.layout}) = ${kind.layout}
        )
      order by t.id
      limit ${mostCandidates}
    ) as t`.execute(db)
  return result.rows
}

/** Stores the keys under which transactions are known in files of another layout. */
export async function insertTransactionKeys(
  tx: Transaction,
  orgId: string,
  kind: StatementKind,
  keys: ReadonlyArray<{ known_by: string; transaction_id: string }>,
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('bank_transaction_keys')
    .values(keys.map((key) => ({ ...key, ...kind, org_id: orgId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
