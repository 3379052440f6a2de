import { InvoiceCreated, InvoiceFinalized, type Seller } from '@atrium/contracts'
import { json, markEmitted, type PreparedEvent, prepared, prepareEvent, wakeOutbox } from '@atrium/database'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { eventDataOf, type InvoiceRow, numberPrefix } from './invoice.ts'
import { invoiceColumns } from './invoices.db.ts'
import { digitsOf, takeNumber } from './numbers.db.ts'
import { buyerOf, sellerOf } from './parties.db.ts'

export type NewDraft = Pick<
  Insertable<Database['invoices']>,
  | 'id'
  | 'org_id'
  | 'customer_id'
  | 'source'
  | 'line_items'
  | 'vat_rate_bps'
  | 'subtotal_amount_cents'
  | 'vat_amount_cents'
  | 'total_amount_cents'
> &
  Pick<InvoiceRow, 'offer_id' | 'schedule_id' | 'period' | 'due_date'> & { currency: string | null }

/**
 * Writes a draft in its own currency, else its customer's, else the euro, and says so, in one statement, which is a
 * transaction of its own unless `db` is one. Undefined when the org has no such customer, or one of another currency.
 */
export async function insertDraft(db: Db, draft: NewDraft): Promise<InvoiceRow | undefined> {
  const total = draft.total_amount_cents
  const known = { ...draft, number: null, status: 'draft' as const, currency: draft.currency ?? 'EUR' }
  const event = prepareEvent(InvoiceCreated, draft.org_id, eventDataOf(known))
  const { rows } = await sql<InvoiceRow>`${prepared('insert-draft')}
    with drafted as (
      insert into invoices (id, org_id, customer_id, offer_id, schedule_id, period, source, currency, line_items,
        vat_rate_bps, subtotal_amount_cents, vat_amount_cents, total_amount_cents, due_date)
      select ${draft.id}, org_id, id, ${draft.offer_id}, ${draft.schedule_id}, ${draft.period}::timestamptz,
        ${draft.source}, coalesce(${draft.currency}, currency, 'EUR'), ${draft.line_items}, ${draft.vat_rate_bps}::int,
        ${draft.subtotal_amount_cents}::bigint, ${draft.vat_amount_cents}::bigint, ${total}::bigint,
        ${draft.due_date}::timestamptz
      from customers
      where id = ${draft.customer_id} and org_id = ${draft.org_id}
        and (currency is null or currency = coalesce(${draft.currency}, currency))
      returning ${invoiceColumns}
    ), told as (${told(event, sql`|| jsonb_build_object('currency', drafted.currency)`)} from drafted)
    select * from drafted`.execute(db)
  return first(db, rows)
}

/** When an invoice was issued and is due, from whom, and what the processor made of it. */
export type Opening = Pick<
  InvoiceRow,
  'payments_invoice_id' | 'payments_account_id' | 'payments_hosted_invoice_url' | 'payments_invoice_pdf_url'
> & {
  issue_date: Date
  due_date: Date
  /** The number that is kept for it; null for the next one. */
  number: string | null
  /** Who is named while the org has set no seller. */
  standIn: Seller | null
}

/** The columns that opening an invoice writes, its number apart. */
export const openedColumns = (draft: InvoiceRow, { standIn, number: _number, ...opening }: Opening) => ({
  ...opening,
  status: 'open' as const,
  seller: sellerOf(draft.org_id, standIn),
  buyer: buyerOf(draft.org_id, draft.customer_id),
})

/**
 * Opens a draft as it was read under the number kept for it, else the next number of the org's year, and says so, in
 * one statement, which is a transaction of its own unless `db` is one; undefined, and no number taken, when the draft
 * has changed since. The sequence's row is locked to the end of the transaction, so that a number which rolls back is
 * given again: there are no gaps.
 */
export async function openWithNumber(
  db: Db,
  draft: InvoiceRow,
  opening: Opening,
): Promise<InvoiceRow | undefined> {
  const year = opening.issue_date.getUTCFullYear()
  const event = prepareEvent(InvoiceFinalized, draft.org_id, eventDataOf({ ...draft, status: 'open' }))
  const columns = openedColumns(draft, opening)
  const { rows } = await sql<Numbered>`${prepared('open-draft')}
    with draft as (
      select id from invoices
      where id = ${draft.id} and org_id = ${draft.org_id} and version = ${draft.version}
        and status = 'draft' and number is null
      for update
    ), taken as (${takeNumber(draft.org_id, year, sql`from draft where ${opening.number}::text is null`)}
    ), opened as (
      update invoices set status = 'open', issue_date = ${opening.issue_date}, due_date = ${opening.due_date},
        payments_invoice_id = ${opening.payments_invoice_id}, payments_account_id = ${opening.payments_account_id},
        payments_hosted_invoice_url = ${opening.payments_hosted_invoice_url},
        payments_invoice_pdf_url = ${opening.payments_invoice_pdf_url},
        seller = ${columns.seller}, buyer = ${columns.buyer},
        number = coalesce(${opening.number}, ${numberPrefix(year)} || ${digitsOf(sql.ref('taken.given'))}),
        version = version + 1, updated_at = now()
      from draft left join taken on true where invoices.id = draft.id and invoices.org_id = ${draft.org_id}
      returning number, version, seller, buyer, updated_at
    ), told as (${told(event, sql`|| jsonb_build_object('number', opened.number)`)} from opened)
    select * from opened`.execute(db)
  const numbered = first(db, rows)
  if (numbered === undefined) return undefined
  const { standIn: _standIn, ...stated } = opening
  return { ...draft, ...stated, status: 'open', ...numbered }
}

type Numbered = { number: string } & Pick<InvoiceRow, 'version' | 'seller' | 'buyer' | 'updated_at'>

type Told = Parameters<typeof eventDataOf>[0] & Pick<InvoiceRow, 'org_id'>

/**
 * Moves the open invoice that stands for a processor's one to paid, unless `once` returns nothing. What is told of
 * it, or undefined when there is none that is open.
 */
export async function payOpenInvoiceOnce(
  tx: Transaction,
  accountId: string,
  processorInvoiceId: string,
  once: RawBuilder<unknown>,
): Promise<{ fresh: boolean; paid: Told | undefined }> {
  const { rows } = await sql<{ fresh: boolean } & (Told | { id: null })>`${prepared('pay-once')}
    with once as (${once}), paid as (
      update invoices set status = 'paid', version = version + 1, updated_at = now()
      where payments_invoice_id = ${processorInvoiceId} and payments_account_id = ${accountId} and status = 'open'
        and exists (select from once)
      returning id, org_id, number, customer_id, source, status, currency, total_amount_cents
    )
    select exists (select from once) as fresh, paid.* from (values (1)) as always left join paid on true`.execute(
    tx,
  )
  const [row] = rows
  return { fresh: row?.fresh === true, paid: row === undefined || row.id === null ? undefined : row }
}

/** The event as a row of the outbox, for each row that the change returned. */
const told = ({ entry }: PreparedEvent, more = sql``) => sql`
  insert into outbox (id, kind, type, org_id, data, trace, request_id)
  select ${entry.id}::text, ${entry.kind}::text, ${entry.type}::text, ${entry.org_id}::text,
    ${json(entry.data)} ${more}, ${entry.trace}::text, ${entry.request_id}::text`

function first<R>(db: Db, [row]: readonly R[]): R | undefined {
  if (row === undefined) return undefined
  if (db.isTransaction) markEmitted(db as Transaction)
  else wakeOutbox(db)
  return row
}
