import type { Flowing } from './lineage.ts'
import type { ReadOutcome } from './run-effects.ts'
import type { RunState } from './run-state.ts'

/** Marks the items that a node left with the nodes that read them. */
export function markLeft(state: RunState, inputs: readonly Flowing[], left: readonly number[]): void {
  if (state.reads.size === 0) return
  for (const at of left) {
    const input = inputs[at]
    if (input !== undefined) markItem(state, input)
  }
}

function markItem(state: RunState, input: Flowing): void {
  let root = input
  for (let flow: Flowing | undefined = input; flow !== undefined; flow = flow.parent) {
    root = flow
    const { externalId } = flow.item
    if (state.reads.has(flow.node) && externalId !== undefined) add(state, flow.node, [externalId])
  }
  // Some node between has lost the descent of the item, so that any item that was read before may be in it.
  if (root.node >= 0 && (state.index.incoming[root.node] ?? []).length > 0 && !state.reads.has(root.node)) {
    for (const node of readersBefore(state, root.node)) {
      add(state, node, state.reads.get(node)?.items.map(([id]) => id) ?? [])
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
