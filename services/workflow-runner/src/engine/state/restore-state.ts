import type { WorkflowItem } from '@atrium/contracts'
import type { GraphIndex, Pace } from '@atrium/workflow-rules'
import type { RunPlan } from '../run-effects.ts'
import type { Flowing } from './lineage.ts'
import { type LeftRead, type RunState, startState } from './run-state.ts'
import type { LeftRow, Snapshot } from './snapshot-form.ts'

/**
 * Restores a parked run from its snapshot. Restored items count towards the run limits. Throws
 * `NodeError`.
 */
export async function restoreState(
  plan: RunPlan,
  index: GraphIndex,
  snapshot: Snapshot,
  effects: Pace & { hold(bytes: number): boolean },
): Promise<RunState> {
  const state = startState(plan, index, effects.hold)
  const outputs = await restoreFlows(snapshot, (node) => node, effects)
  for (const [node, byName] of outputs) {
    const lists = [...byName].map(([name, list]): [string, WorkflowItem[]] => [
      name,
      list.map(({ item }) => item),
    ])
    await state.ledger.admit(Object.fromEntries(lists), effects)
    state.outputs[node] = byName
  }
  state.ends = snapshot.ends.map((end) => end ?? undefined)
  state.messages = snapshot.messages
  for (const [key, value] of snapshot.watermarks) state.watermarks.set(key, value)
  for (const [node, read] of snapshot.reads ?? []) state.reads.set(node, read)
  for (const [node, rows] of snapshot.left ?? [])
    state.left.set(node, new Map(rows.map(readLeftRow)))
  for (const [seed, reason] of snapshot.leftSeeds ?? []) state.leftSeeds.set(seed, reason)
  for (const { node, ...parked } of snapshot.parked)
    state.parked.set(node, { ...parked, calls: [] })
  return state
}

const readLeftRow = (row: LeftRow): [string, LeftRead] =>
  typeof row === 'string'
    ? [row, { title: '', reason: null }]
    : [row[0], { title: row[1], reason: row[2] }]

/**
 * Restores the snapshot's outputs with their lineage. `placeOf` maps a node index from the snapshot
 * to the current graph.
 */
export async function restoreFlows(
  snapshot: Snapshot,
  placeOf: (node: number) => number,
  pace: Pace,
) {
  const flows: Flowing[] = []
  for (const [item, node, parent, others = [], seed = -1] of snapshot.flows) {
    flows.push({
      item: snapshot.items[item] ?? { json: {} },
      node: placeOf(node),
      parent: flows[parent],
      ...(others.length === 0 ? {} : { others: others.flatMap((place) => flows[place] ?? []) }),
      ...(seed === -1 ? {} : { seed }),
    })
    if (pace.due()) await pace.yield()
  }
  const outputs = new Map<number, Map<string, Flowing[]>>()
  for (const { node, name, flows: own } of snapshot.outputs) {
    const byName = outputs.get(placeOf(node)) ?? new Map<string, Flowing[]>()
    outputs.set(placeOf(node), byName)
    byName.set(
      name,
      own.flatMap((place) => flows[place] ?? []),
    )
  }
  return outputs
}
