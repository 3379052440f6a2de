import { PlanLimitsOf, type PlanResource, requirePlanRoom } from '@atrium/contracts'
import { type Bus, callRpc, ifAvailable } from '@atrium/messaging'

interface Wanted {
  orgId: string
  resource: PlanResource
  /** How many are added. Defaults to 1. */
  adding?: number
  /** Returns the current number. Called only if the plan has a limit. */
  countUsed(): Promise<number>
}

/**
 * Checks that an organisation's plan has room. If invoicing does not respond, the check passes.
 * Throws `plan_limit` (402).
 */
export async function checkPlanRoom(
  bus: Bus,
  { orgId, resource, adding = 1, countUsed }: Wanted,
): Promise<void> {
  const plan = await ifAvailable(callRpc(bus, PlanLimitsOf, { orgId }))
  if (plan?.limits[resource] !== undefined)
    requirePlanRoom(plan, resource, await countUsed(), adding)
}
