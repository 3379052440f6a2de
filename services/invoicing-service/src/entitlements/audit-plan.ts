import type { AuditAction } from '@atrium/contracts'
import { audit } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { EntitlementRow } from './entitlement.ts'

type PlanAction = Extract<AuditAction, `entitlement.${string}`>
type State = Pick<EntitlementRow, 'status' | 'payments_status' | 'until'>

/**
 * Returns what a new state means for the org compared with the previous state, or undefined if
 * nothing changes for it.
 */
export function findPlanAction(before: State | undefined, after: State): PlanAction | undefined {
  if (after.status === 'ended') return before?.status === 'active' ? 'entitlement.ended' : undefined
  const [was, is] = [before?.payments_status ?? null, after.payments_status]
  if (before === undefined || (before.status === 'ended' && was === 'incomplete'))
    return 'entitlement.bought'
  if (is === 'past_due' && was !== 'past_due') return 'entitlement.past_due'
  // If the previous state has no processor status stored, a change of that status cannot be
  // detected.
  const isOther = before.status === 'ended' || (was !== null && was !== is)
  return isOther || before.until?.getTime() !== after.until?.getTime()
    ? 'entitlement.changed'
    : undefined
}

/**
 * Audits when a plan is bought, changed, renewed, past due or ended, in the event's transaction.
 */
export async function auditPlan(
  tx: Transaction,
  before: EntitlementRow | undefined,
  after: EntitlementRow,
  { slug, buyerId }: { slug: string | undefined; buyerId: string | undefined },
): Promise<void> {
  const action = findPlanAction(before, after)
  if (action === undefined) return
  const isBuyer = action === 'entitlement.bought' && buyerId !== undefined
  await audit(tx, after.org_id, {
    action,
    author: isBuyer ? { type: 'user', id: buyerId, userId: buyerId } : 'platform',
    target: { type: 'entitlement', id: after.id, name: after.plan },
    detail: {
      ...(slug === undefined ? {} : { offer: slug }),
      ...(before?.payments_status == null || before.payments_status === after.payments_status
        ? {}
        : { fromStatus: before.payments_status }),
      status: after.payments_status,
      until: after.until?.toISOString() ?? null,
    },
  })
}
