import type { Buyer, DocumentLanguage, Seller } from '@atrium/contracts'

export interface StatementEntry {
  /** `YYYY-MM-DD`. */
  day: string
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund'
  /** The invoice or credit note number. */
  number: string
  /** The invoice number that a credit note, payment or refund is about. */
  about: string
  /** What the customer owes more, negative if less. */
  cents: number
}

/** Everything shown on a customer's statement of account. */
export interface StatementContent {
  seller: Seller
  buyer: Buyer
  language: DocumentLanguage
  /** `YYYY-MM-DD`, both inclusive. Null from the first entry on. */
  from: string | null
  to: string
  /** In day order. Each currency has its own account. */
  accounts: Array<{ currency: string; openingCents: number; entries: StatementEntry[] }>
  /** `#rrggbb`. */
  brandColor: string | null
  /** A JPEG. */
  logo: Uint8Array | null
}
