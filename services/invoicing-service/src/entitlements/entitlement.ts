import { Entitlement } from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import type { Row } from '../database.ts'

export type EntitlementRow = Row<'entitlements'>

export const toEntitlement: (row: EntitlementRow) => Entitlement = viewOf(Entitlement)

/** Whether access lasts at a moment; a permanent grant has no end. */
export const isEntitled = (row: Pick<EntitlementRow, 'status' | 'until'>, now: Date): boolean =>
  row.status === 'active' && (row.until === null || row.until > now)

const givingAccess = new Set(['active', 'trialing', 'past_due'])

/** The access that a subscription's status at the processor gives. */
export const accessOf = (status: string): 'active' | 'ended' =>
  givingAccess.has(status) ? 'active' : 'ended'

/** A subscription that is over never comes back; a new one has another id. */
export const isFinal = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired'
