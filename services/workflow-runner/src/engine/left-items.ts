import type { Flowing } from './lineage.ts'
import type { ReadOutcome } from './run-effects.ts'
import type { RunState } from './run-state.ts'

/** Marks the items that a node left with the nodes that read them. */
export function markLeft(state: RunState, inputs: readonly Flowing[], left: readonly number[]): void {
  if (state.reads.size === 0) return
  const rootNodes = new Set<number>()
  for (const at of left) {
    const input = inputs[at]
    if (input !== undefined) rootNodes.add(markItem(state, input))
  }
  for (const node of rootNodes) if (losesDescent(state, node)) markAllBefore(state, node)
}

/** Marks an item as left. Returns the node at the root of its descent. */
function markItem(state: RunState, input: Flowing): number {
  let root = input
  for (let flow: Flowing | undefined = input; flow !== undefined; flow = flow.parent) {
    root = flow
    const { externalId } = flow.item
    if (state.reads.has(flow.node) && externalId !== undefined) add(state, flow.node, [externalId])
  }
  return root.node
}

const losesDescent = (state: RunState, node: number): boolean =>
  node >= 0 && (state.index.incoming[node] ?? []).length > 0 && !state.reads.has(node)

/** Any item that was put out before a node that loses the descent may be in an item of that node. */
function markAllBefore(state: RunState, node: number): void {
  for (const reader of readersBefore(state, node)) {
    for (const flows of state.outputs[reader]?.values() ?? []) {
      add(
        state,
        reader,
        flows.flatMap(({ item }) => item.externalId ?? []),
      )
    }
  }
}

function add(state: RunState, node: number, ids: readonly string[]): void {
  const known = state.left.get(node) ?? new Set<string>()
  state.left.set(node, known)
  for (const id of ids) known.add(id)
}

function readersBefore(state: RunState, start: number): number[] {
  const seen = new Set([start])
  const queue = [start]
  for (const node of queue) {
    for (const { from } of state.index.incoming[node] ?? []) {
      if (seen.has(from)) continue
      seen.add(from)
      queue.push(from)
    }
  }
  return [...seen].filter((node) => state.reads.has(node))
}

/** What the reading nodes of a completed run have read; items that a later node left wait. */
export const readOutcomes = (state: RunState): ReadOutcome[] =>
  [...state.reads].map(([node, { key, items, gone }]) => {
    const left = state.left.get(node)
    return {
      key,
      items: items.map(([id, version]) => ({ id, version, waiting: left?.has(id) === true })),
      gone,
    }
  })
