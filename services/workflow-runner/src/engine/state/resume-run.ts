import type { WorkflowGraph, WorkflowItem } from '@atrium/contracts'
import { indexGraph, type Pace } from '@atrium/workflow-rules'
import type { NodeOutputs, RunPlan } from '../run-effects.ts'
import { type Flowing, flowFrom } from './lineage.ts'
import { restoreFlows } from './restore-state.ts'
import { listInputs, type RunState, startState } from './run-state.ts'
import { takeSnapshot } from './snapshot.ts'
import type { NodeEnd, Snapshot } from './snapshot-form.ts'

export interface EarlierNode {
  end: NodeEnd
  message: string | null
  outputs: NodeOutputs | undefined
}

export type Resumed =
  /** The snapshot as texts, and the ids of the nodes with a kept outcome. */
  { parts: string[]; kept: string[] } | { problem: 'no_node' | 'items_not_kept' }

function reachedFrom(start: number, next: (node: number) => readonly number[]): Set<number> {
  const reached = new Set([start])
  // Iterating a set also visits elements added meanwhile.
  for (const node of reached) for (const each of next(node)) reached.add(each)
  return reached
}

// Turns equal items into one object, because lineage is found by object identity.
function createInterning(): (outputs: NodeOutputs) => NodeOutputs {
  const known = new Map<string, WorkflowItem>()
  const intern = (item: WorkflowItem): WorkflowItem => {
    const text = JSON.stringify(item)
    const same = known.get(text) ?? item
    known.set(text, same)
    return same
  }
  return (outputs) =>
    Object.fromEntries(Object.entries(outputs).map(([name, items]) => [name, items.map(intern)]))
}

// Without lineage, an expression in a later node could read the ancestor of another item.
const losesLineage = (
  inputs: readonly Flowing[],
  flowing: ReadonlyMap<string, readonly Flowing[]>,
): boolean =>
  inputs.length > 1 && [...flowing.values()].flat().some(({ parent }) => parent === undefined)

/**
 * Builds a snapshot for a run that begins at a node. All nodes outside its reach keep their outcome
 * and outputs. Throws `NodeError` if there is too much data.
 */
export async function resumeRun(
  plan: Omit<RunPlan, 'seeds'> & { graph: WorkflowGraph },
  from: string,
  {
    nodes: earlier,
    snapshot,
  }: { nodes: ReadonlyMap<string, EarlierNode>; snapshot: Snapshot | undefined },
  pace: Pace,
): Promise<Resumed> {
  const index = indexGraph(plan.graph)
  const start = index.positions.get(from)
  if (start === undefined) return { problem: 'no_node' }
  const again = reachedFrom(start, (node) => index.outgoing[node] ?? [])
  const needed = new Set<number>()
  for (const node of again)
    for (const each of reachedFrom(node, (at) =>
      (index.incoming[at] ?? []).map((edge) => edge.from),
    ))
      needed.add(each)
  const state: RunState = startState({ ...plan, seeds: new Map() }, index, () => true)
  const interned = createInterning()
  const places = (snapshot?.graph.nodes ?? []).map(({ id }) => index.positions.get(id) ?? -1)
  const whole = snapshot && (await restoreFlows(snapshot, (node) => places[node] ?? -1, pace))
  const kept: string[] = []
  for (const at of index.order) {
    const id = index.nodes[at]?.id
    if (id === undefined || again.has(at)) continue
    const { end = 'no_input', message = null, outputs } = earlier.get(id) ?? {}
    state.ends[at] = end
    state.messages[at] = message
    if (earlier.has(id)) kept.push(id)
    if (end !== 'completed' || !needed.has(at)) continue
    const known = whole?.get(at)
    if (known !== undefined) {
      state.outputs[at] = known
      continue
    }
    if (outputs === undefined) return { problem: 'items_not_kept' }
    const inputs = listInputs(state, at)
    const flowing = flowFrom(at, inputs, interned(outputs))
    if (losesLineage(inputs, flowing)) return { problem: 'items_not_kept' }
    state.outputs[at] = flowing
    if (pace.due()) await pace.yield()
  }
  return { parts: await takeSnapshot(state, pace), kept }
}
