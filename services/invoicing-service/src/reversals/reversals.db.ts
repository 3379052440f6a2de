import { sql } from 'kysely'
import type { Db, NewRow, Row, Transaction } from '../database.ts'

export type ReversalRow = Row<'payment_reversals'>

/** Returns the organisation of an account, even if the account has been disconnected since. */
export async function findOrgOfAccount(db: Db, accountId: string): Promise<string | undefined> {
  const owner = (table: 'payment_accounts' | 'forgotten_accounts') =>
    db.selectFrom(table).select('org_id').where('account_id', '=', accountId)
  const row = await owner('payment_accounts')
    .unionAll(owner('forgotten_accounts'))
    .executeTakeFirst()
  return row?.org_id
}

/**
 * Stores a reported state. A refunded total only grows, and an earlier state does not replace a
 * closed dispute, because events arrive late and out of order.
 */
export const putReversal = (tx: Transaction, row: NewRow<'payment_reversals'>) =>
  tx
    .insertInto('payment_reversals')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet({
        amount_cents: sql`greatest(payment_reversals.amount_cents, excluded.amount_cents)`,
        processor_invoice_id: sql`coalesce(payment_reversals.processor_invoice_id, excluded.processor_invoice_id)`,
        session_id: sql`coalesce(payment_reversals.session_id, excluded.session_id)`,
        paid_cents: sql`coalesce(payment_reversals.paid_cents, excluded.paid_cents)`,
        state: sql`case
          when payment_reversals.state in ('dispute_won', 'dispute_lost')
            and (excluded.state = 'disputed' or excluded.stated_at < payment_reversals.stated_at)
          then payment_reversals.state else excluded.state end`,
        stated_at: sql`greatest(payment_reversals.stated_at, excluded.stated_at)`,
      }),
    )
    .execute()

/** A payment at the processor. Each id is null if it is unknown. */
export interface PaymentKey {
  accountId: string
  processorInvoiceId: string | null
  sessionId: string | null
}

const selectReversals = (
  tx: Transaction,
  { accountId, processorInvoiceId, sessionId }: PaymentKey,
) =>
  tx
    .selectFrom('payment_reversals')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        ...(processorInvoiceId === null
          ? []
          : [eb('processor_invoice_id', '=', processorInvoiceId)]),
        ...(sessionId === null ? [] : [eb('session_id', '=', sessionId)]),
      ]),
    )

/** Returns the organisation with reversals of a payment, or undefined if there are none. */
export const findOrgOfReversals = async (
  tx: Transaction,
  payment: PaymentKey,
): Promise<string | undefined> =>
  (await selectReversals(tx, payment).select('org_id').limit(1).executeTakeFirst())?.org_id

export const lockReversals = (tx: Transaction, payment: PaymentKey): Promise<ReversalRow[]> =>
  selectReversals(tx, payment).selectAll().orderBy('created_at').orderBy('id').forUpdate().execute()

export const noteReversal = (
  tx: Transaction,
  { account_id, id }: Pick<ReversalRow, 'account_id' | 'id'>,
  noted: Pick<ReversalRow, 'noted_state'> & { noted_cents: number },
) =>
  tx
    .updateTable('payment_reversals')
    .set(noted)
    .where((eb) => eb.and({ account_id, id }))
    .execute()

export const addTakenCredits = (
  tx: Transaction,
  { account_id, id }: Pick<ReversalRow, 'account_id' | 'id'>,
  credits: number,
) =>
  tx
    .updateTable('payment_reversals')
    .set((eb) => ({ taken_credits: eb('taken_credits', '+', String(credits)) }))
    .where((eb) => eb.and({ account_id, id }))
    .execute()

/**
 * Locks a payment's invoice. A one-off sale without an invoice at the processor is found by its
 * session.
 */
export const lockInvoiceOfPayment = (
  tx: Transaction,
  orgId: string,
  { accountId, processorInvoiceId, sessionId }: PaymentKey,
) =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('payments_account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        ...(processorInvoiceId === null
          ? []
          : [eb('payments_invoice_id', '=', processorInvoiceId)]),
        ...(sessionId === null ? [] : [eb('payments_session_id', '=', sessionId)]),
      ]),
    )
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Returns an org's newest open invoice dispute and how many there are. */
export const newestDispute = (db: Db, orgId: string) =>
  db
    .selectFrom('payment_reversals as r')
    .innerJoin('invoices as i', (join) =>
      join
        .onRef('i.org_id', '=', 'r.org_id')
        .onRef('i.payments_account_id', '=', 'r.account_id')
        .on((eb) =>
          eb.or([
            eb('i.payments_invoice_id', '=', eb.ref('r.processor_invoice_id')),
            eb('i.payments_session_id', '=', eb.ref('r.session_id')),
          ]),
        ),
    )
    .select(['i.id', 'i.number', 'r.amount_cents', 'r.currency', 'r.reason', 'r.created_at'])
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .where('r.org_id', '=', orgId)
    .where('r.state', '=', 'disputed')
    .orderBy('r.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const unnotedAtMost = 1_000

/**
 * Lists payments whose reversals arrived while their invoice or top-up was being recorded, and were
 * not applied.
 */
export async function listLeftPayments(db: Db): Promise<PaymentKey[]> {
  const { rows } = await sql<PaymentKey>`
    select r.account_id as "accountId", r.processor_invoice_id as "processorInvoiceId", r.session_id as "sessionId"
    from payment_reversals r
    where r.noted_state is null and (
      exists (select from invoices i where i.org_id = r.org_id and i.payments_account_id = r.account_id
        and i.payments_invoice_id = r.processor_invoice_id)
      or exists (select from invoices i where i.org_id = r.org_id and i.payments_account_id = r.account_id
        and i.payments_session_id = r.session_id)
      or exists (select from credit_transactions t where t.payments_session_id = r.session_id))
    order by r.created_at limit ${unnotedAtMost}`.execute(db)
  return rows
}
