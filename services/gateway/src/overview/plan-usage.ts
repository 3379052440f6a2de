import {
  AssetsPlanUsage,
  ConnectPlanUsage,
  type getPlan,
  IdentityPlanUsage,
  type OrgPrincipal,
  PlanLimitsOf,
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

type Answer = z.output<(typeof getPlan.responses)[200]['schema']>

/** The plan of the org, its limits and their use by each service's own count. Throws `unavailable` without invoicing. */
export async function planUsage(deps: OverviewDeps, { orgId }: Pick<OrgPrincipal, 'orgId'>): Promise<Answer> {
  const [{ plan, limits }, { answers }] = await Promise.all([
    callRpc(deps.bus, PlanLimitsOf, { orgId }),
    askServices(deps, questions, { orgId }),
  ])
  const used = Object.assign({}, ...answers.map((answer) => answer.used)) as (typeof answers)[number]['used']
  const resources = planResources.map((resource) => ({
    resource,
    used: used[resource] ?? null,
    limit: limits[resource] ?? null,
  }))
  return { plan, resources }
}
