import type { Db, Transaction } from '../database.ts'
import type { InvoiceRow } from './invoice.ts'
import { getInvoiceRow, lockInvoiceOf, lockInvoiceRow } from './invoices.db.ts'

/** Throws `not_found`, also for an invoice of another org. */
export const getInvoice = (db: Db, orgId: string, id: string): Promise<InvoiceRow> =>
  getInvoiceRow(db, orgId, id)

/** The same; the row is locked until the transaction ends. */
export const lockInvoice = (tx: Transaction, orgId: string, id: string): Promise<InvoiceRow> =>
  lockInvoiceRow(tx, orgId, id)

/** The invoice of one at the processor, locked until the transaction ends. */
export const lockStatedInvoice = (
  tx: Transaction,
  accountId: string,
  processorInvoiceId: string,
): Promise<InvoiceRow | undefined> => lockInvoiceOf(tx, accountId, processorInvoiceId)
