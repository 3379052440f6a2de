import type { Invoice, RateTotals } from '@atrium/contracts'
import type { Created, Json } from '@atrium/database'
import type { Generated } from 'kysely'

/** Append-only, except for the state of the processor's copy. */
export interface OwnOfCreditNote {
  org_id: string
  /** Time zone of the note's day. */
  time_zone: Generated<string>
  line_items: Json<Invoice['lineItems'], null, null>
  /** The net amount and VAT for each VAT treatment. Null in notes from earlier releases. */
  vat_groups: Json<RateTotals[], null, undefined>
  /**
   * True if the invoice had been paid. The note then does not reduce an amount due at the
   * processor.
   */
  after_payment: boolean
  /** Part of the idempotency key at the processor. Raised if the key can no longer succeed. */
  mirror_attempt: Generated<number>
  payments_credit_note_id: string | null
  touched_at: Created
}

/** A processor note whose invoice is not recorded yet. */
export interface WaitingCreditNotes {
  account_id: string
  processor_invoice_id: string
  credit_note_id: string
  org_id: string
  /** The event's object. */
  note: Json<Record<string, unknown>>
  received_at: Created
}
