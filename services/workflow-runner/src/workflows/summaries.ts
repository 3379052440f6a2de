import type { WorkflowSummary } from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import type { OrgNodes } from '../nodes/registry.ts'
import { readNewestRuns } from '../runs/read-runs.ts'
import { type Listed, viewWithoutGraph } from './workflow-view.ts'
import { findGraphs, pageOfSummaries, type WorkflowPage } from './workflows.db.ts'

type Problems = WorkflowSummary['problems']

const mostProblems = 20
const graphsAtOnce = 20

/** Checks a graph once per version and set of registered nodes, in its organisation's turns. */
export function createSummaries(deps: Deps) {
  const { db, registry } = deps
  const checked = new LRUCache<string, Problems>({ max: 5_000 })
  const findProblems = async (orgId: string, rows: readonly Listed[], nodes: OrgNodes) => {
    const palette = nodes
      .descriptors()
      .map(({ type }) => type)
      .join()
    const toKey = ({ id, version }: Listed): string => [orgId, id, version, palette].join(' ')
    const found = new Map(
      rows.flatMap((row) => {
        const known = checked.get(toKey(row))
        return known === undefined ? [] : [[row.id, known] as const]
      }),
    )
    const missing = rows.filter(({ id }) => !found.has(id))
    const pace = deps.turns(orgId)
    for (let at = 0; at < missing.length; at += graphsAtOnce) {
      const some = missing.slice(at, at + graphsAtOnce)
      const graphs = await findGraphs(
        db,
        orgId,
        some.map(({ id }) => id),
      )
      for (const row of some) {
        const graph = graphs.get(row.id)
        if (graph === undefined) continue
        const problems = (await validateGraph(graph, nodes.lookup, pace)).slice(0, mostProblems)
        checked.set(toKey(row), problems)
        found.set(row.id, problems)
      }
    }
    return found
  }
  return async (orgId: string, page: WorkflowPage) => {
    const { rows, ...bounds } = await pageOfSummaries(db, orgId, page)
    const nodes = await registry.forOrg(orgId)
    const ids = rows.map(({ id }) => id)
    const [runs, problems] = await Promise.all([
      readNewestRuns(deps, orgId, ids),
      findProblems(orgId, rows, nodes),
    ])
    const items = rows.map(
      (row): WorkflowSummary => ({
        ...viewWithoutGraph(row),
        nextRunAt: row.next_at?.toISOString() ?? null,
        lastRun: runs.get(row.id) ?? null,
        problems: problems.get(row.id) ?? [],
      }),
    )
    return { items, ...bounds }
  }
}
