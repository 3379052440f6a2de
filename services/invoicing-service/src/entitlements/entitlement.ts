import type { Entitlement } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type EntitlementRow = Selectable<Database['entitlements']>

/** A row as the API shows it. */
export const toEntitlement = (row: EntitlementRow): Entitlement => ({
  id: row.id,
  orgId: row.org_id,
  plan: row.plan,
  status: row.status,
  until: row.until?.toISOString() ?? null,
  paymentsSubscriptionId: row.payments_subscription_id,
  paymentsCustomerId: row.payments_customer_id,
  createdAt: row.created_at.toISOString(),
})

/** Whether access lasts at a moment; a permanent grant has no end. */
export const isEntitled = (row: Pick<EntitlementRow, 'status' | 'until'>, now: Date): boolean =>
  row.status === 'active' && (row.until === null || row.until > now)

const givingAccess = new Set(['active', 'trialing', 'past_due'])

/** What a subscription's status at the processor means for access. */
export const accessOf = (status: string): 'active' | 'ended' =>
  givingAccess.has(status) ? 'active' : 'ended'

/** A subscription that is over never comes back; a new one has another id. */
export const isFinal = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired'
