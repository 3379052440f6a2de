import type { WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import type { Seeds } from '../database.ts'
import type { Pace, RunPlan } from '../engine/index.ts'
import type { Registry } from '../nodes/registry.ts'
import { type ClaimedRun, shownTrigger } from './claim-runs.db.ts'

const longJson = 65_536

/**
 * True for a one-off chain. It brings its own graph, starts at the nodes of its seeds and needs no
 * trigger.
 */
const isChain = (workflowId: string): boolean => workflowId.startsWith('internal:')

/**
 * Creates the plan of a claimed run. If the run continues, its graph comes from the snapshot.
 * Throws if the row is invalid.
 */
export async function createPlan(
  run: ClaimedRun & { graph: string },
  registry: Pick<Registry, 'lookup'>,
  pace: Pace,
  woken: RunPlan['woken'],
): Promise<RunPlan> {
  const { id: runId, workflowId, orgId, ownerId: userId } = run
  const { nodes, item, items, type } = await parse<Seeds>(run.seeds, pace)
  const graph = woken?.snapshot.graph ?? (await parse<WorkflowGraph>(run.graph, pace))
  if (pace.due()) await pace.yield()
  const partial = isChain(workflowId)
  const seeds = new Map<string, readonly WorkflowItem[]>()
  for (const node of graph.nodes) {
    const begins = registry.lookup(node.type)?.category === 'trigger'
    if (nodes === null ? !begins : !nodes.includes(node.id) || !(begins || partial)) continue
    if (type === undefined || type === node.type)
      seeds.set(node.id, items ?? (item === undefined ? [] : [item]))
  }
  return {
    runId,
    workflowId,
    orgId,
    userId,
    trigger: shownTrigger(run),
    graph,
    seeds,
    keepsResult: run.keepsResult,
    ...(partial ? { partial } : {}),
    ...(woken === undefined ? {} : { woken }),
  }
}

// JSON is parsed in one step, so a long text gets its own turn of the event loop.
async function parse<T>(text: string, pace: Pace): Promise<T> {
  if (text.length > longJson || pace.due()) await pace.yield()
  return JSON.parse(text) as T
}
