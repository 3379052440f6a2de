import type { OrgPrincipal, RunHeader, RunView } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { requireWorkflow } from '../workflows/require-workflow.ts'
import { type RunRow, runHeader, runView } from './run-view.ts'
import { getLatestRun, getRun, listRuns, newestRuns, nodesOf, queuePosition, type RunKey } from './runs.db.ts'

/** The most headers that a list answers; docs/reference/workflows.md, "Runs". */
const page = 25

const positionOf = async (deps: Deps, row: RunRow): Promise<number | undefined> =>
  row.status === 'queued' ? queuePosition(deps.db, row) : undefined

/** Headers, newest first. Throws `not_found`. */
export async function readRuns(deps: Deps, ctx: Ctx<OrgPrincipal>, workflowId: string): Promise<RunHeader[]> {
  const { orgId } = ctx.principal
  await requireWorkflow(deps, orgId, workflowId)
  const rows = await listRuns(deps.db, orgId, workflowId, page)
  const headers: RunHeader[] = []
  for (const row of rows) headers.push(runHeader(row, await positionOf(deps, row)))
  return headers
}

/** The header of the newest run of each of these workflows, by workflow. */
export async function readNewestRuns(
  deps: Deps,
  orgId: string,
  workflowIds: readonly string[],
): Promise<Map<string, RunHeader>> {
  const rows = await newestRuns(deps.db, orgId, workflowIds)
  return new Map(rows.map((row) => [row.workflow_id, runHeader(row)]))
}

/** One run with its nodes. Throws `not_found`. */
export async function readRun(deps: Deps, key: RunKey): Promise<RunView> {
  await requireWorkflow(deps, key.orgId, key.workflowId)
  const row = await getRun(deps.db, key)
  return runView(row, await nodesOf(deps.db, row.id), await positionOf(deps, row))
}

/** The most recent completed run with its nodes. Throws `not_found`. */
export async function readLatestRun(
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  workflowId: string,
): Promise<RunView> {
  const { orgId } = ctx.principal
  await requireWorkflow(deps, orgId, workflowId)
  const row = await getLatestRun(deps.db, orgId, workflowId)
  return runView(row, await nodesOf(deps.db, row.id))
}
