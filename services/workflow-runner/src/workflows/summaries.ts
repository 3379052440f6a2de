import type { WorkflowSummary } from '@atrium/contracts'
import type { PageQuery } from '@atrium/database'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { readNewestRuns } from '../runs/read-runs.ts'
import { type Listed, viewWithoutGraph } from './workflow-view.ts'
import { findGraph, pageOfSummaries } from './workflows.db.ts'

type Problems = WorkflowSummary['problems']

const mostProblems = 20

/**
 * Reads pages of summaries. A graph is checked once per version and set of registered nodes, in the turns of its org.
 */
export function createSummaries(deps: Deps) {
  const { db, registry } = deps
  const checked = new LRUCache<string, Problems>({ max: 5_000 })
  const problemsOf = async (orgId: string, row: Listed, palette: string): Promise<Problems> => {
    const key = [orgId, row.id, row.version, palette].join(' ')
    const known = checked.get(key)
    if (known !== undefined) return known
    const graph = await findGraph(db, orgId, row.id)
    if (graph === undefined) return []
    const problems = (await validateGraph(graph, registry.lookup, deps.turns(orgId))).slice(0, mostProblems)
    checked.set(key, problems)
    return problems
  }
  return async (orgId: string, page: PageQuery) => {
    const { rows, ...bounds } = await pageOfSummaries(db, orgId, page)
    const types = registry.descriptors().map(({ type }) => type)
    const palette = types.join()
    const ids = rows.map(({ id }) => id)
    const runs = await readNewestRuns(deps, orgId, ids)
    const items: WorkflowSummary[] = []
    for (const row of rows) {
      items.push({
        ...viewWithoutGraph(row),
        nextRunAt: row.next_at?.toISOString() ?? null,
        lastRun: runs.get(row.id) ?? null,
        problems: await problemsOf(orgId, row, palette),
      })
    }
    return { items, ...bounds }
  }
}
