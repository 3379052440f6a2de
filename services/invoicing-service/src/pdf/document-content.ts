import type { Buyer, DocumentLanguage, Invoice, Seller } from '@atrium/contracts'

/** Everything that an invoice or credit note shows, on paper and as data. */
export interface DocumentContent {
  /** Issued; a credit note has the form of one. */
  invoice: Invoice
  seller: Seller
  buyer: Buyer
  language: DocumentLanguage
  /** The days of delivery, `YYYY-MM-DD`, both inclusive: one day, or the period of a schedule or subscription. */
  delivery: { from: string; to: string }
  /** The day of the payment, `YYYY-MM-DD`. */
  paidOn: string | null
  /** `#rrggbb`. */
  brandColor: string | null
  /** A JPEG. */
  logo: Uint8Array | null
  /** True for a sale that the processor recorded: it was issued as paid. */
  issuedPaid: boolean
  /** Makes a credit note about this invoice, which was paid before or not. */
  credits?: { number: string; issueDate: string | null; reason: string | null; afterPayment: boolean }
}

/**
 * The document as it was issued, which later payments, credit notes and a void do not change. A receiver books them
 * from their own documents.
 */
export function asIssued(content: DocumentContent): DocumentContent {
  const { invoice, issuedPaid, paidOn } = content
  const issued = { ...invoice, status: issuedPaid ? ('paid' as const) : ('open' as const), creditedCents: 0 }
  return { ...content, invoice: issued, paidOn: issuedPaid ? paidOn : null }
}

/** In minor units, nothing once it is paid or void; an invoice that the seller has written off is still owed. */
export function dueOf({ invoice, credits }: Pick<DocumentContent, 'invoice' | 'credits'>): number {
  const { status, totalAmountCents, creditedCents } = invoice
  if (credits !== undefined) return totalAmountCents
  return status === 'paid' || status === 'void' ? 0 : totalAmountCents - creditedCents
}
