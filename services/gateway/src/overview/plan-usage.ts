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

/** The number of services whose counts of a resource add up, if more than one counts it. */
const servicesOf: Readonly<Partial<Record<PlanResource, number>>> = { storageBytes: 2 }

type Answer = z.output<(typeof getPlan.responses)[200]['schema']>

/** The plan of the org, its limits and their use by each service's own count. Throws `unavailable` without invoicing. */
export async function planUsage(deps: OverviewDeps, { orgId }: Pick<OrgPrincipal, 'orgId'>): Promise<Answer> {
  const [{ plan, limits }, { answers }] = await Promise.all([
    callRpc(deps.bus, PlanLimitsOf, { orgId }),
    askServices(deps, questions, { orgId }),
  ])
  const resources = planResources.map((resource) => {
    // Files in the items of workflows count as storage, too.
    const counts = answers.flatMap((answer) => answer.used[resource] ?? [])
    const isComplete = counts.length >= (servicesOf[resource] ?? 1)
    const used = !isComplete ? null : counts.reduce((sum, count) => sum + count, 0)
    return { resource, used, limit: limits[resource] ?? null }
  })
  return { plan, resources }
}
