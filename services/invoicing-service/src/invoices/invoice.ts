import { type Invoice, type InvoiceMailed, invoiceErrors } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type InvoiceRow = Selectable<Database['invoices']>

export { invoiceErrors }

const days = 86_400_000
/** When an invoice without a due date of its own is due: 30 days after it is finalized. */
export const defaultDueDate = (finalizedAt: Date): Date => new Date(finalizedAt.getTime() + 30 * days)

/** Whether the due date of an issued invoice is that one, to the millisecond: nobody asked for another. */
export const hasDefaultDueDate = (row: Pick<InvoiceRow, 'issue_date' | 'due_date'>): boolean =>
  row.issue_date !== null && row.due_date?.getTime() === defaultDueDate(row.issue_date).getTime()

/** The number of a year's `n`th invoice, of six digits or more: `INV-2026-000001`. */
export const invoiceNumber = (year: number, n: number): string => `INV-${year}-${String(n).padStart(6, '0')}`

// A later statement never undoes a stronger one; void is the organisation's, uncollectible the processor's.
const strength = { draft: -1, open: 0, uncollectible: 1, void: 2, paid: 3 } as const

/**
 * The status that follows from what the processor says, or null when nothing changes. Whatever the order and
 * number of its statements, the result is the same (docs/reference/invoicing.md, "Invoices").
 */
export function statusAfter(
  row: Pick<InvoiceRow, 'status' | 'void_requested'>,
  said: 'draft' | InvoiceRow['status'],
): 'paid' | 'void' | 'uncollectible' | null {
  if (said === 'draft' || said === 'open' || row.status === 'draft') return null
  const next = said === 'void' ? (row.void_requested ? 'void' : 'uncollectible') : said
  return strength[next] > strength[row.status] ? next : null
}

/** Throws `negative_total`: it would ask the customer for nothing, and count as paid. Zero is allowed. */
export function requireNotNegative(row: Pick<InvoiceRow, 'total_amount_cents'>): void {
  if (Number(row.total_amount_cents) < 0) throw invoiceErrors.negative_total()
}

function mailedOf({ mailed_at: at, mail_failed: failed }: InvoiceRow): InvoiceMailed | null {
  if (at !== null) return { at: at.toISOString() }
  return failed === null ? null : { failed }
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** A row as the API shows it. */
export const toInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  customerId: row.customer_id,
  offerId: row.offer_id,
  scheduleId: row.schedule_id,
  source: row.source,
  status: row.status,
  currency: row.currency,
  lineItems: row.line_items,
  vatRateBps: row.vat_rate_bps,
  subtotalAmountCents: Number(row.subtotal_amount_cents),
  vatAmountCents: Number(row.vat_amount_cents),
  totalAmountCents: Number(row.total_amount_cents),
  issueDate: iso(row.issue_date),
  dueDate: iso(row.due_date),
  seller: row.seller,
  buyer: row.buyer,
  mailed: mailedOf(row),
  paymentsInvoiceId: row.payments_invoice_id,
  paymentsAccountId: row.payments_account_id,
  paymentsHostedInvoiceUrl: row.payments_hosted_invoice_url,
  paymentsInvoicePdfUrl: row.payments_invoice_pdf_url,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** What invoice events carry. */
export const eventDataOf = (
  row: Pick<InvoiceRow, 'id' | 'number' | 'customer_id' | 'source' | 'status' | 'currency'> & {
    total_amount_cents: string | number
  },
) => ({
  invoiceId: row.id,
  number: row.number,
  customerId: row.customer_id,
  source: row.source,
  status: row.status,
  currency: row.currency,
  totalAmountCents: Number(row.total_amount_cents),
})
