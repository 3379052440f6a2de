import type { Buyer, DocumentLanguage, Invoice, Seller } from '@atrium/contracts'

/** Everything shown on an invoice or credit note, in the PDF and in the e-invoice. */
export interface DocumentContent {
  /** Always issued. A credit note is represented as an invoice too. */
  invoice: Invoice
  seller: Seller
  buyer: Buyer
  language: DocumentLanguage
  /**
   * Delivery days, `YYYY-MM-DD`, both inclusive: one day, or a schedule's or subscription's period.
   */
  delivery: { from: string; to: string }
  /** Day of the payment, `YYYY-MM-DD`. */
  paidOn: string | null
  /** `#rrggbb`. */
  brandColor: string | null
  /** A JPEG. */
  logo: Uint8Array | null
  /** True if the processor recorded the sale, which was then issued as paid. */
  issuedPaid: boolean
  /** Set if the document is an estimate, which asks for no payment. */
  estimate?: { validUntil: string | null }
  /** Set if the document is a credit note. Names the invoice and says whether it had been paid. */
  credits?: {
    number: string
    issueDate: string | null
    reason: string | null
    afterPayment: boolean
  }
}

/**
 * Returns the document as issued, without later payments, credit notes or a void. The receiver
 * books those from their own documents.
 */
export function asIssued(content: DocumentContent): DocumentContent {
  const { invoice, issuedPaid, paidOn } = content
  const issued = {
    ...invoice,
    status: issuedPaid ? ('paid' as const) : ('open' as const),
    creditedCents: 0,
    paidCents: issuedPaid ? invoice.totalAmountCents : 0,
  }
  return { ...content, invoice: issued, paidOn: issuedPaid ? paidOn : null }
}

/**
 * Returns the due amount in minor units. Nothing is due if the document is paid or void. A
 * written-off invoice is still owed.
 */
export function calculateDue({
  invoice,
  credits,
}: Pick<DocumentContent, 'invoice' | 'credits'>): number {
  const { status, totalAmountCents, creditedCents, paidCents } = invoice
  if (credits !== undefined) return totalAmountCents
  return status === 'paid' || status === 'void' ? 0 : totalAmountCents - creditedCents - paidCents
}
