import { type Insertable, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import type { Database, Db, Transaction } from '../database.ts'
import { type InvoiceRow, invoiceErrors, numberPrefix } from './invoice.ts'

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

const one = (db: Db, orgId: string, id: string) =>
  db.selectFrom('invoices').selectAll().where('org_id', '=', orgId).where('id', '=', id)

/** Throws `not_found`, also for another org's invoice. */
export async function getInvoiceRow(db: Db, orgId: string, id: string): Promise<InvoiceRow> {
  const row = await one(db, orgId, id).executeTakeFirst()
  if (row === undefined) throw invoiceErrors.not_found()
  return row
}

/** The same with the row locked until the transaction ends. */
export async function lockInvoiceRow(tx: Transaction, orgId: string, id: string): Promise<InvoiceRow> {
  const row = await one(tx, orgId, id).forUpdate().executeTakeFirst()
  if (row === undefined) throw invoiceErrors.not_found()
  return row
}

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

/**
 * Opens a locked draft under the next number of the org's year, in one statement. The sequence's row stays locked
 * until the transaction ends, so a number whose transaction rolls back is given again: there are no gaps.
 */
export async function openWithNextNumber(
  tx: Transaction,
  orgId: string,
  id: string,
  year: number,
  changes: Omit<Updateable<Database['invoices']>, 'number'>,
): Promise<InvoiceRow> {
  return tx
    .with('taken', (db) =>
      db
        .insertInto('invoice_sequences')
        .values({ org_id: orgId, year, last: 1 })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'year']).doUpdateSet({ last: sql<number>`invoice_sequences.last + 1` }),
        )
        .returning('last'),
    )
    .updateTable('invoices')
    .from('taken')
    .set({
      ...changes,
      number: sql<string>`${numberPrefix(year)} || case when taken.last < 1000000 then lpad(taken.last::text, 6, '0') else taken.last::text end`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll('invoices')
    .executeTakeFirstOrThrow()
}

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

/** Moves the open invoice that stands for a processor's one to paid; undefined when there is none that is open. */
export const payOpenInvoiceOf = (
  tx: Transaction,
  accountId: string,
  processorInvoiceId: string,
): Promise<InvoiceRow | undefined> =>
  tx
    .updateTable('invoices')
    .set({ status: 'paid', version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('payments_invoice_id', '=', processorInvoiceId)
    .where('payments_account_id', '=', accountId)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()

/** Records an invoice that the processor issued; undefined when it is on record already. */
export const insertMirroredInvoice = (
  tx: Transaction,
  row: Insertable<Database['invoices']>,
): Promise<InvoiceRow | undefined> =>
  tx
    .insertInto('invoices')
    .values({ ...row, mirrored: true })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Claims open invoices at the processor that were not looked at since `before`, for the poller. */
export const claimInvoicesToPoll = (db: Db, before: Date, now: Date, limit: number): Promise<InvoiceRow[]> =>
  db
    .updateTable('invoices')
    .set({ payments_synced_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('invoices')
        .select('id')
        .where('status', '=', 'open')
        .where('payments_invoice_id', 'is not', null)
        .where((or) => or.or([or('payments_synced_at', 'is', null), or('payments_synced_at', '<', before)]))
        .orderBy('payments_synced_at', (order) => order.asc().nullsFirst())
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

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
