import {
  type ExpressionBuilder,
  type Insertable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { type InvoiceRow, invoiceErrors } from './invoice.ts'
import { buyerOf, sellerOf } from './parties.db.ts'

export interface InvoiceFilter {
  status?: InvoiceRow['status'] | undefined
  source?: InvoiceRow['source'] | undefined
  customerId?: string | undefined
  sortBy: 'issueDate' | 'dueDate' | 'totalAmountCents' | 'status'
  sortDir: 'asc' | 'desc'
}

const sortColumns = {
  issueDate: 'issue_date',
  dueDate: 'due_date',
  totalAmountCents: 'total_amount_cents',
  status: 'status',
} as const

const filtered = (
  db: Db,
  orgId: string,
  filter: InvoiceFilter,
): SelectQueryBuilder<Database, 'invoices', object> => {
  let query = db.selectFrom('invoices').where('org_id', '=', orgId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.source !== undefined) query = query.where('source', '=', filter.source)
  if (filter.customerId !== undefined) query = query.where('customer_id', '=', filter.customerId)
  return query
}

/** A page of an org's invoices. Drafts, which have no issue date, sort as the newest. */
export async function listInvoiceRows(
  db: Db,
  orgId: string,
  filter: InvoiceFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const query = filtered(db, orgId, filter)
  const direction = filter.sortDir
  const [rows, count] = await Promise.all([
    query
      .selectAll()
      .orderBy(sortColumns[filter.sortBy], (order) =>
        direction === 'desc' ? order.desc().nullsFirst() : order.asc().nullsLast(),
      )
      .orderBy('id', direction)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(count.n) }
}

/** Throws `not_found`, also for another org's invoice. */
export async function getInvoiceRow(db: Db, orgId: string, id: string): Promise<InvoiceRow> {
  const row = await db
    .selectFrom('invoices')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw invoiceErrors.not_found()
  return row
}

/** The same with the row locked until the transaction ends. */
export async function lockInvoiceRow(tx: Transaction, orgId: string, id: string): Promise<InvoiceRow> {
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw invoiceErrors.not_found()
  return row
}

/** Throws a unique violation when the schedule's period has an invoice. */
export const insertInvoice = (tx: Transaction, row: Insertable<Database['invoices']>): Promise<InvoiceRow> =>
  tx.insertInto('invoices').values(row).returningAll().executeTakeFirstOrThrow()

/** Writes and raises the version. */
export const updateInvoiceRow = (
  tx: Transaction,
  orgId: string,
  id: string,
  changes: Updateable<Database['invoices']>,
): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The invoice that stands for a processor's one, locked. */
export const lockInvoiceOf = (
  tx: Transaction,
  accountId: string,
  processorInvoiceId: string,
): Promise<InvoiceRow | undefined> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('payments_invoice_id', '=', processorInvoiceId)
    .where('payments_account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/** Records an invoice that the processor issued; undefined when it is on record already. */
export const insertMirroredInvoice = (
  tx: Transaction,
  row: Insertable<Database['invoices']>,
): Promise<InvoiceRow | undefined> =>
  tx
    .insertInto('invoices')
    .values({
      ...row,
      mirrored: true,
      seller: sellerOf(row.org_id, null),
      buyer: buyerOf(row.org_id, row.customer_id),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * Claims open invoices at the processor that were not looked at since `before`, for the poller; of every org its
 * longest untouched one before the second of any.
 */
export const claimInvoicesToPoll = (db: Db, before: Date, now: Date, limit: number): Promise<InvoiceRow[]> =>
  db
    .updateTable('invoices')
    .set({ payments_synced_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom((inner) => duePolls(inner.selectFrom('invoices'), before).as('due'))
        .select('due.id')
        .orderBy('due.turn')
        .orderBy('due.payments_synced_at', (order) => order.asc().nullsFirst())
        .limit(limit),
    )
    // Another replica that claimed one of them has touched it.
    .where((eb) => unpolledSince(eb, before))
    .returningAll()
    .execute()

const unpolledSince = (eb: ExpressionBuilder<Database, 'invoices'>, before: Date) =>
  eb.or([eb('payments_synced_at', 'is', null), eb('payments_synced_at', '<', before)])

const duePolls = (query: SelectQueryBuilder<Database, 'invoices', object>, before: Date) =>
  query
    .select(['id', 'payments_synced_at'])
    .select(
      sql<number>`row_number() over (partition by org_id order by payments_synced_at nulls first)`.as('turn'),
    )
    .where('status', '=', 'open')
    .where('payments_invoice_id', 'is not', null)
    // As the poller's index says it; what is mirrored was paid from the beginning.
    .where(sql<boolean>`not mirrored`)
    .where((eb) => unpolledSince(eb, before))

/** The invoices of the filter in batches, for an export that keeps little in memory. */
export async function* streamInvoices(
  db: Db,
  orgId: string,
  filter: InvoiceFilter,
): AsyncGenerator<InvoiceRow[]> {
  for (let offset = 0; ; offset += 500) {
    const { rows } = await listInvoiceRows(db, orgId, filter, { limit: 500, offset })
    if (rows.length > 0) yield rows
    if (rows.length < 500) return
  }
}
