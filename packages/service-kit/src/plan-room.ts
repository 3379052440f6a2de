import { PlanLimitsOf, type PlanResource, requirePlanRoom } from '@atrium/contracts'
import { type Bus, callRpc, ifAvailable } from '@atrium/messaging'

interface Wanted {
  orgId: string
  resource: PlanResource
  /** The number of additional ones; 1 by default. */
  adding?: number
  /** The present number; read only where the plan has a limit. */
  countUsed(): Promise<number>
}

/** Requires room in an org's plan; there is room while invoicing does not answer. Throws `plan_limit` (402). */
export async function checkPlanRoom(
  bus: Bus,
  { orgId, resource, adding = 1, countUsed }: Wanted,
): Promise<void> {
  const plan = await ifAvailable(callRpc(bus, PlanLimitsOf, { orgId }))
  if (plan?.limits[resource] !== undefined) requirePlanRoom(plan, resource, await countUsed(), adding)
}
