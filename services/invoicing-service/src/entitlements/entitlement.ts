import { Entitlement } from '@atrium/contracts'
import { createView } from '@atrium/database'
import type { Row } from '../database.ts'

export type EntitlementRow = Row<'entitlements'>

export const toEntitlement: (row: EntitlementRow) => Entitlement = createView(Entitlement)

/** True if access is valid at `now`. A permanent grant has no end. */
export const isEntitled = (row: Pick<EntitlementRow, 'status' | 'until'>, now: Date): boolean =>
  row.status === 'active' && (row.until === null || row.until > now)

const givingAccess = new Set(['active', 'trialing', 'past_due'])

export const toAccess = (status: string): 'active' | 'ended' =>
  givingAccess.has(status) ? 'active' : 'ended'

/** True if a subscription can never become active again. A new subscription has another id. */
export const isFinal = (status: string): boolean =>
  status === 'canceled' || status === 'incomplete_expired'
