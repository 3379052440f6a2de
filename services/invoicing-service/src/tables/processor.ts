import type { Created } from '@atrium/database'
import type { ColumnType, Generated } from 'kysely'

export interface PaymentAccounts {
  org_id: string
  account_id: string
  charges_enabled: Generated<boolean>
  details_submitted: Generated<boolean>
  /** Time of the newest event about the account, in seconds since 1970. */
  event_created: ColumnType<string, number | undefined, number>
  events_polled_at: Date | null
  /** All events up to here have been applied. */
  events_read_at: Date | null
  created_at: Created
}

/** Plan columns that no response contains. */
export interface OwnOfEntitlement {
  /** Time of the stored event, in seconds since 1970. */
  event_created: ColumnType<string, number | undefined, number>
  /**
   * The subscription's status at the processor. Null for a grant, and if it was stored before this
   * column existed.
   */
  payments_status: string | null
}

/** The started plan checkout, one per org. */
export interface PlanCheckouts {
  org_id: string
  id: string
  /** Digest of the caller's idempotency key and request. */
  request: string | null
  session_id: string | null
  account_id: string | null
  url: string | null
  completed_at: Date | null
  /** True while the payment takes days to settle and is neither paid nor failed. */
  settling: Generated<boolean>
  /** Set once the session is complete. */
  subscription_id: string | null
  expires_at: Date
}
