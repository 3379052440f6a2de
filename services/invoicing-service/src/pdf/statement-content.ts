import type { Buyer, DocumentLanguage, Seller } from '@atrium/contracts'

export interface StatementEntry {
  /** `YYYY-MM-DD`. */
  day: string
  kind: 'invoice' | 'credit_note' | 'payment' | 'refund'
  /** The number of the invoice or credit note. */
  number: string
  /** The number of the invoice that a credit note, payment or refund is about. */
  about: string
  /** What the customer owes more, negative if less. */
  cents: number
}

/** Everything that a customer's statement of account shows. */
export interface StatementContent {
  seller: Seller
  buyer: Buyer
  language: DocumentLanguage
  /** `YYYY-MM-DD`, both inclusive. Null from the first entry on. */
  from: string | null
  to: string
  /** In the order of the days. Each currency has its own account. */
  accounts: Array<{ currency: string; openingCents: number; entries: StatementEntry[] }>
  /** `#rrggbb`. */
  brandColor: string | null
  /** A JPEG. */
  logo: Uint8Array | null
}
