import type { Cents, Created } from '@atrium/database'
import type { Counter } from './credits.ts'

export type ReversalState = 'refunded' | 'disputed' | 'dispute_won' | 'dispute_lost'

/** The refunds of a charge, or one dispute. It is stored before its invoice or top-up if it arrives first. */
export interface PaymentReversals {
  account_id: string
  /** The id of the charge or of the dispute. */
  id: string
  org_id: string
  processor_invoice_id: string | null
  session_id: string | null
  state: ReversalState
  currency: string
  /** The total of the refunds of the charge, or the disputed amount. */
  amount_cents: Cents
  /** The amount of the payment; null if the processor does not state it. */
  paid_cents: string | number | null
  /** The reason that the customer gave to the bank. */
  reason: string | null
  /** The state and the amount that the timeline and the owners know. */
  noted_state: ReversalState | null
  noted_cents: Counter
  /** The credits that were taken back for it. */
  taken_credits: Counter
  /** Seconds since 1970 of the newest statement. */
  stated_at: Cents
  created_at: Created
}
