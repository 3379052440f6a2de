import type { ChangeAuthor } from '@atrium/contracts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Db } from '../database.ts'
import type { InvoiceRow } from './invoice.ts'

/** Returns what an event says about an invoice and its customer. */
export const readEventData = async (db: Db, row: InvoiceRow) =>
  toEventData(row, await getBuyer(db, row.org_id, row.customer_id))

/** Returns the user who recorded a payment. Null for the processor and the platform. */
export const recordedBy = (author: ChangeAuthor | null): { recordedById: string | null } => ({
  recordedById: author?.type === 'user' ? author.id : null,
})

export const toEventData = (
  row: InvoiceRow,
  { name, email }: { readonly name: string; readonly email: string },
) => ({
  invoiceId: row.id,
  number: row.number,
  customerId: row.customer_id,
  customerName: name,
  customerEmail: email,
  source: row.source,
  status: row.status,
  currency: row.currency,
  totalAmountCents: Number(row.total_amount_cents),
})
