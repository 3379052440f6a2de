import {
  type AttentionItem,
  FindWorkflows,
  type SearchHit,
  searchHitsAtMost,
  WorkflowAttention,
  WorkflowOverview,
  WorkflowPlanUsage,
  WorkflowSearch,
} from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { readableRunError } from '@atrium/workflow-rules'
import { hasApprovals, newestOpenApproval } from '../approvals/find-approvals.ts'
import type { Deps } from '../deps.ts'
import { countItemFiles } from '../files/files-of-runs.ts'
import { runsThisMonth } from '../plans/limit-runs.ts'
import { countActive } from '../workflows/read-workflow.ts'
import {
  findOwnIds,
  findSkills,
  findWorkflows,
  hasAgentRuns,
  newestFailedRun,
  newestGoneEndpoint,
  newestRefusedItem,
} from './overview.db.ts'

/** An older failed run needs no attention. */
const failedWithinMs = 7 * 86_400_000

/**
 * The runner's part of `GET /api/attention`, `GET /api/overview`, `GET /api/search` and `GET /api/plan`
 * (docs/reference/http.md, "Overview").
 */
export const overviewRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(WorkflowAttention, async (caller) => ({ items: await attention(deps, caller) })),
  rpcHandler(WorkflowOverview, async (caller) => {
    const [items, active, hasApproval, hasAgentRun] = await Promise.all([
      attention(deps, caller),
      countActive(deps.db, caller.orgId),
      hasApprovals(deps.db, caller),
      hasAgentRuns(deps.db, caller),
    ])
    return { items, hasActiveWorkflow: active > 0, hasApproval, hasAgentRun }
  }),
  rpcHandler(WorkflowPlanUsage, async ({ orgId }) => {
    const [activeWorkflows, runsPerMonth, files] = await Promise.all([
      countActive(deps.db, orgId),
      runsThisMonth(deps, orgId),
      countItemFiles(deps.db, orgId),
    ])
    return { used: { activeWorkflows, runsPerMonth, storageBytes: files.bytes } }
  }),
  rpcHandler(FindWorkflows, async ({ orgId, ids }) => ({
    ids: await findOwnIds(deps.db, orgId, ids),
  })),
  rpcHandler(WorkflowSearch, async ({ orgId, q }) => ({ items: await search(deps, orgId, q) })),
]

async function search({ db }: Pick<Deps, 'db'>, orgId: string, q: string): Promise<SearchHit[]> {
  const [workflows, skills] = await Promise.all([
    findWorkflows(db, orgId, q, searchHitsAtMost),
    findSkills(db, orgId, q, searchHitsAtMost),
  ])
  const found: readonly SearchHit[][] = [
    workflows.map(({ id, name, active }) => ({
      type: 'workflow',
      id,
      title: name,
      subtitle: active ? 'active' : 'inactive',
      href: `/workflows/${id}`,
    })),
    skills.map(({ id, name, kind }) => ({
      type: 'skill',
      id,
      title: name,
      subtitle: kind,
      href: `/writing-guides/${id}`,
    })),
  ]
  return Array.from({ length: searchHitsAtMost }, (_, at) =>
    found.flatMap((hits) => hits.slice(at, at + 1)),
  )
    .flat()
    .slice(0, searchHitsAtMost)
}

async function attention(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<AttentionItem[]> {
  const [failed, gone, refused, asked] = await Promise.all([
    newestFailedRun(db, orgId, new Date(now().getTime() - failedWithinMs)),
    newestGoneEndpoint(db, orgId),
    newestRefusedItem(db, orgId),
    newestOpenApproval(db, orgId, userId, now()),
  ])
  const items: AttentionItem[] = []
  if (failed) {
    const count = Number(failed.count)
    items.push({
      kind: 'run_failed',
      severity: 'error',
      count,
      title:
        count === 1
          ? 'The last run of 1 workflow failed'
          : `The last runs of ${count} workflows failed`,
      detail:
        failed.error === null ? failed.name : `${failed.name}: ${readableRunError(failed.error)}`,
      href:
        count === 1
          ? `/workflows/${failed.workflow_id}?run=${failed.run_id}`
          : '/workflows?filter=failed',
      at: failed.finished_at.toISOString(),
    })
  }
  if (asked) {
    const count = Number(asked.count)
    items.push({
      kind: 'approval_asked',
      severity: 'warning',
      count,
      title:
        count === 1
          ? '1 question waits for your decision'
          : `${count} questions wait for your decision`,
      detail: asked.message.slice(0, 200).toWellFormed(),
      href: '/approvals',
      at: asked.created_at.toISOString(),
    })
  }
  if (refused) {
    const count = Number(refused.count)
    items.push({
      kind: 'item_refused',
      severity: 'warning',
      count,
      title:
        count === 1
          ? 'A step refused 1 item many times'
          : `Steps refused ${count} items many times`,
      detail: `${refused.name}: “${refused.title}”: ${refused.reason}`,
      href: `/workflows/${refused.workflow_id}?panel=waiting`,
      at: refused.at.toISOString(),
    })
  }
  if (gone) {
    const count = Number(gone.count)
    items.push({
      kind: 'webhook_disabled',
      severity: 'warning',
      count,
      title:
        count === 1 ? '1 webhook endpoint is disabled' : `${count} webhook endpoints are disabled`,
      detail: `${gone.url} reported that it no longer exists`,
      href: count === 1 ? `/webhooks/${gone.id}` : '/webhooks',
      at: (gone.at ?? now()).toISOString(),
    })
  }
  return items
}
