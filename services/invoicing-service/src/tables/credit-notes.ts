import type { Invoice } from '@atrium/contracts'
import type { Created, Json } from '@atrium/database'
import type { Generated } from 'kysely'

/** Append-only but for what the processor has of a note. */
export interface OwnOfCreditNote {
  org_id: string
  /** The time zone of its day. */
  time_zone: Generated<string>
  line_items: Json<Invoice['lineItems'], null, null>
  /** Whether the invoice was paid before: at the processor the note lowers no amount due then. */
  after_payment: boolean
  /** Part of the idempotency key at the processor; raised when the key cannot succeed any more. */
  mirror_attempt: Generated<number>
  payments_credit_note_id: string | null
  touched_at: Created
}

/** A note of the processor about an invoice that is not recorded yet. */
export interface WaitingCreditNotes {
  account_id: string
  processor_invoice_id: string
  credit_note_id: string
  org_id: string
  /** The object of its event. */
  note: Json<Record<string, unknown>>
  received_at: Created
}
