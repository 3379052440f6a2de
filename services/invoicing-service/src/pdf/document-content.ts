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
  /** Makes a credit note about this invoice. */
  credits?: { number: string; issueDate: string | null; reason: string | null }
}

/** In minor units, nothing once it is paid or void; an invoice that the seller has written off is still owed. */
export function dueOf({ invoice, credits }: Pick<DocumentContent, 'invoice' | 'credits'>): number {
  const { status, totalAmountCents, creditedCents } = invoice
  if (credits !== undefined) return totalAmountCents
  return status === 'paid' || status === 'void' ? 0 : totalAmountCents - creditedCents
}
