import type { RunHeader, RunView } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { runHeader, runView } from './run-view.ts'
import {
  findChainRun,
  getLatestRun,
  getRun,
  listRuns,
  newestRuns,
  queuePosition,
  type RunKey,
  requireWorkflow,
  selectNodes,
} from './runs.db.ts'

export { type RunKey, requireWorkflow } from './runs.db.ts'

/** The page size; docs/reference/workflows.md, "Runs". */
const page = 25

/**
 * Returns run headers, newest first, beginning after the run `before` if given. Throws `not_found`.
 */
export async function readRuns(
  { db }: Deps,
  { principal }: Ctx,
  { workflowId, before }: { workflowId: string; before: string | undefined },
): Promise<RunHeader[]> {
  const { orgId } = principal
  await requireWorkflow(db, { orgId, workflowId })
  const headers: RunHeader[] = []
  for (const row of await listRuns(db, { orgId, workflowId }, { before, limit: page })) {
    headers.push(runHeader(row, await queuePosition(db, row)))
  }
  return headers
}

export async function readNewestRuns(
  { db }: Deps,
  orgId: string,
  workflowIds: readonly string[],
): Promise<Map<string, RunHeader>> {
  const rows = await newestRuns(db, orgId, workflowIds)
  return new Map(rows.map((row) => [row.workflow_id, runHeader(row)]))
}

/** Throws `not_found`. */
export async function readRun({ db }: Pick<Deps, 'db'>, key: RunKey): Promise<RunView> {
  await requireWorkflow(db, key)
  const row = await getRun(db, key)
  return runView(row, await selectNodes(db, row.id), await queuePosition(db, row))
}

/** Returns the most recent completed run with its nodes. Throws `not_found`. */
export async function readLatestRun(
  { db }: Deps,
  { principal }: Ctx,
  workflowId: string,
): Promise<RunView> {
  const { orgId } = principal
  await requireWorkflow(db, { orgId, workflowId })
  const row = await getLatestRun(db, orgId, workflowId)
  return runView(row, await selectNodes(db, row.id))
}

export async function readChainRun({ db }: Deps, orgId: string, workflowId: string) {
  const row = await findChainRun(db, orgId, workflowId)
  return row === undefined
    ? undefined
    : { run: runView(row, await selectNodes(db, row.id)), ownerId: row.owner_id }
}
