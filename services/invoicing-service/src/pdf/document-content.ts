import type { Buyer, CreditAmounts, DocumentLanguage, Invoice, Seller } from '@atrium/contracts'

/** The invoice that a credit note is about, and the amounts of the note, whose VAT is a share of the invoice's. */
export interface CreditedInvoice {
  number: string
  issueDate: string | null
  reason: string | null
  amounts: CreditAmounts
}

/** Everything that an invoice or credit note shows, on paper and as data. */
export interface DocumentContent {
  invoice: Pick<
    Invoice,
    | 'id'
    | 'number'
    | 'status'
    | 'currency'
    | 'lineItems'
    | 'vatRateBps'
    | 'issueDate'
    | 'dueDate'
    | 'createdAt'
  >
  seller: Seller
  buyer: Buyer
  language: DocumentLanguage
  /** `YYYY-MM-DD`. */
  deliveryDate: string | null
  /** `#rrggbb`. */
  brandColor: string | null
  /** A JPEG. */
  logo: Uint8Array | null
  /** Makes a credit note about this invoice. */
  credits?: CreditedInvoice
}
