import type { Created } from '@atrium/database'
import type { ColumnType, Generated } from 'kysely'

export interface PaymentAccounts {
  org_id: string
  account_id: string
  charges_enabled: Generated<boolean>
  details_submitted: Generated<boolean>
  /** Seconds since 1970 of the newest statement about the account. */
  event_created: ColumnType<string, number | undefined, number>
  /** When a poller last claimed the account. */
  events_polled_at: Date | null
  /** All events up to here have had their effect. */
  events_read_at: Date | null
  created_at: Created
}

/** Columns of a plan that no answer shows. */
export interface OwnOfEntitlement {
  /** The time of the stored statement, in seconds since 1970. */
  event_created: ColumnType<string, number | undefined, number>
  /** The state of the subscription at the processor; null for a grant, and for one from before it was stored. */
  payments_status: string | null
}

/** The begun checkout of a plan, one per org. */
export interface PlanCheckouts {
  org_id: string
  id: string
  /** A digest of the caller's idempotency key and request. */
  request: string | null
  /** Null until the processor answers. */
  session_id: string | null
  account_id: string | null
  url: string | null
  completed_at: Date | null
  /** The payment takes days to settle: it is neither paid nor failed yet. */
  settling: Generated<boolean>
  /** Known once the session is complete. */
  subscription_id: string | null
  expires_at: Date
}
