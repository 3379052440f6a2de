import type { CustomerEmails, Offer } from '@atrium/contracts'
import type { Created, Json } from '@atrium/database'
import type { Generated } from 'kysely'

export interface OwnOfCustomer {
  org_id: string
  version: Generated<number>
  emails: Json<CustomerEmails, never, undefined>
  reminders_paused: Generated<boolean>
  /** The `updated_at` of the details last sent to the processor. */
  payments_synced_at: Date | null
}

/** Merged customers by the deleted one's id. */
export interface MergedCustomers {
  id: string
  org_id: string
  into_id: string
  payments_customer_id: string | null
  payments_account_id: string | null
  created_at: Created
}

export interface OwnOfOffer {
  org_id: string
  status: Generated<Offer['status']>
  published: Generated<boolean>
  version: Generated<number>
  /** Raised by every change that needs a new price at the processor. */
  terms_version: Generated<number>
  /** The terms version at the processor. */
  mirrored_terms: number | null
  /** When the poller last tried to mirror the offer. */
  mirror_tried_at: Date | null
}
