import { AppError, type OrgPlan, PlanLimitsOf } from '@atrium/contracts'
import { type Bus, callRpc } from '@atrium/messaging'
import { LRUCache } from 'lru-cache'

const freshMs = 10_000
const unlimited: OrgPlan = { plan: 'free', limits: {} }

/**
 * Caches an organisation's plan for ten seconds. Nothing is limited while the invoicing service
 * does not respond.
 */
export function createPlanReader(bus: Bus): (orgId: string) => Promise<OrgPlan> {
  const plans = new LRUCache<string, OrgPlan>({
    max: 10_000,
    ttl: freshMs,
    fetchMethod: (orgId) =>
      callRpc(bus, PlanLimitsOf, { orgId }).catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'unavailable') return unlimited
        throw error
      }),
  })
  return async (orgId) => (await plans.fetch(orgId)) ?? unlimited
}
