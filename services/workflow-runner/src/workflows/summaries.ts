import type { WorkflowSummary } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { readNewestRuns } from '../runs/read-runs.ts'
import { findGraph, pageOfSummaries, type SummaryRow } from './workflows.db.ts'

type Problems = WorkflowSummary['problems']

const mostProblems = 20
const mostKept = 5_000

/**
 * Answers pages of summaries. A graph is read and checked once for each of its versions and for each set of
 * registered nodes, one at a time, so that many large graphs hold nobody up.
 */
export function createSummaries(deps: Deps) {
  const kept = new Map<string, Problems>()
  const problemsOf = async (orgId: string, row: SummaryRow, palette: string): Promise<Problems> => {
    const key = [orgId, row.id, row.version, palette].join(' ')
    const known = kept.get(key)
    if (known !== undefined) return known
    const graph = await findGraph(deps.db, orgId, row.id)
    if (graph === undefined) return []
    const { value } = await deps.heavyTurns(() =>
      validateGraph(graph, deps.registry.lookup)
        .slice(0, mostProblems)
        .map(({ code, path, message }) => ({ code, path, message })),
    )
    const [oldest] = kept.keys()
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
    kept.set(key, value)
    return value
  }
  return async (orgId: string, page: { limit: number; offset: number }) => {
    const { rows, total } = await pageOfSummaries(deps.db, orgId, page)
    const palette = deps.registry
      .descriptors()
      .map(({ type }) => type)
      .join()
    const runs = await readNewestRuns(
      deps,
      orgId,
      rows.map(({ id }) => id),
    )
    const items: WorkflowSummary[] = []
    for (const row of rows) {
      items.push({
        id: row.id,
        name: row.name,
        description: row.description,
        active: row.active,
        orgId,
        ownerId: row.owner_id,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
        nextRunAt: row.next_at?.toISOString() ?? null,
        lastRun: runs.get(row.id) ?? null,
        problems: await problemsOf(orgId, row, palette),
      })
    }
    return { items, total }
  }
}
