import type { WorkflowSummary } from '@atrium/contracts'
import { describeWorkflow } from '@atrium/workflow-rules'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { eventCatalog } from '../events/event-catalog.ts'
import type { OrgNodes } from '../nodes/registry.ts'
import { readNewestRuns } from '../runs/read-runs.ts'
import { type Listed, viewWithoutGraph } from './workflow-view.ts'
import { findGraphs, pageOfSummaries, type WorkflowPage } from './workflows.db.ts'

/** What a list says about a graph. */
type Facts = Pick<WorkflowSummary, 'problems' | 'sentence'>

const eventWords = new Map(eventCatalog.map(({ type, description }) => [type, description]))
const mostProblems = 20
const graphsAtOnce = 20

/** Checks and describes a graph once per version and set of registered nodes, in its organisation's turns. */
export function createSummaries(deps: Deps) {
  const { db, registry } = deps
  const checked = new LRUCache<string, Facts>({ max: 5_000 })
  const findFacts = async (orgId: string, rows: readonly Listed[], nodes: OrgNodes) => {
    const palette = nodes
      .descriptors()
      .map(({ type }) => type)
      .join()
    const toKey = ({ id, version }: Listed): string => [orgId, id, version, palette].join(' ')
    const found = new Map(
      rows.flatMap((row) => {
        const summary = checked.get(toKey(row))
        return summary === undefined ? [] : [[row.id, summary] as const]
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
        const facts = { problems, sentence: describeWorkflow(graph, eventWords) }
        checked.set(toKey(row), facts)
        found.set(row.id, facts)
      }
    }
    return found
  }
  return async (orgId: string, page: WorkflowPage) => {
    const { rows, ...bounds } = await pageOfSummaries(db, orgId, page)
    const nodes = await registry.forOrg(orgId)
    const ids = rows.map(({ id }) => id)
    const [runs, facts] = await Promise.all([
      readNewestRuns(deps, orgId, ids),
      findFacts(orgId, rows, nodes),
    ])
    const items = rows.map(
      (row): WorkflowSummary => ({
        ...viewWithoutGraph(row),
        nextRunAt: row.next_at?.toISOString() ?? null,
        lastRun: runs.get(row.id) ?? null,
        problems: facts.get(row.id)?.problems ?? [],
        sentence: facts.get(row.id)?.sentence ?? '',
      }),
    )
    return { items, ...bounds }
  }
}
