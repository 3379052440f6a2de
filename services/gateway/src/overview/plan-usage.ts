import {
  AssetsPlanUsage,
  ConnectPlanUsage,
  type getPlan,
  IdentityPlanUsage,
  type OrgPrincipal,
  PlanLimitsOf,
  type PlanResource,
  planResources,
  WorkflowPlanUsage,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { z } from 'zod'
import { askServices, type OverviewDeps } from './ask-services.ts'

const questions = {
  identity: IdentityPlanUsage,
  assets: AssetsPlanUsage,
  connect: ConnectPlanUsage,
  workflow: WorkflowPlanUsage,
}

/** How many services count a resource, if more than one does. Their counts are added up. */
const servicesOf: Readonly<Partial<Record<PlanResource, number>>> = { storageBytes: 2 }

type Answer = z.output<(typeof getPlan.responses)[200]['schema']>

/**
 * Returns the org's plan and limits, with each service's count. Throws `unavailable` if invoicing
 * is down.
 */
export async function planUsage(
  deps: OverviewDeps,
  { orgId }: Pick<OrgPrincipal, 'orgId'>,
): Promise<Answer> {
  const [{ plan, limits }, { answers }] = await Promise.all([
    callRpc(deps.bus, PlanLimitsOf, { orgId }),
    askServices(deps, questions, { orgId }),
  ])
  const resources = planResources.map((resource) => {
    // Files in workflow items also count as storage.
    const counts = answers.flatMap((answer) => answer.used[resource] ?? [])
    const isComplete = counts.length >= (servicesOf[resource] ?? 1)
    const used = !isComplete ? null : counts.reduce((sum, count) => sum + count, 0)
    return { resource, used, limit: limits[resource] ?? null }
  })
  return { plan, resources }
}
