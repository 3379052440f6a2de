import type { OrgPlan } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { planOf } from '../entitlements/entitlements.ts'

/** The plan of an org at this moment, and its limits by `PLAN_LIMITS`. */
export async function planLimitsOf(deps: Deps, orgId: string): Promise<OrgPlan> {
  const { plan } = await planOf(deps, orgId)
  return { plan, limits: deps.planLimits[plan] ?? {} }
}
