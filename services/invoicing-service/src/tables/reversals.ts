import type { Cents, Created } from '@atrium/database'
import type { Counter } from './credits.ts'

export type ReversalState = 'refunded' | 'disputed' | 'dispute_won' | 'dispute_lost'

/** The refunds of a charge, or one dispute. It is stored before its invoice or top-up if it arrives first. */
export interface PaymentReversals {
  account_id: string
  id: string
  org_id: string
  processor_invoice_id: string | null
  session_id: string | null
  state: ReversalState
  currency: string
  /** The charge's total refunds, or the disputed amount. */
  amount_cents: Cents
  /** The payment's amount, or null if the processor does not state it. */
  paid_cents: string | number | null
  /** The reason given to the bank by the customer. */
  reason: string | null
  /** State and amount last written to the timeline and sent to the owners. */
  noted_state: ReversalState | null
  noted_cents: Counter
  /** The credits taken back for it. */
  taken_credits: Counter
  /** Time of the newest event, in seconds since 1970. */
  stated_at: Cents
  created_at: Created
}
