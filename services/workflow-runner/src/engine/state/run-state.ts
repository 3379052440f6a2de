import type { SkipReason, WorkflowItem } from '@atrium/contracts'
import { type GraphIndex, NodeError, noText, type Scope } from '@atrium/workflow-rules'
import type { InputRange, SourceRead } from '../node-definition.ts'
import type { RunItems, RunPlan } from '../run-effects.ts'
import { createItemLedger, type ItemLedger } from './item-ledger.ts'
import { type Flowing, findAncestors, itemInPlace, walkLineage } from './lineage.ts'
import type { ParkedNode } from './park.ts'
import type { NodeEnd } from './snapshot-form.ts'

export interface LeftRead {
  title: string
  /** See `LeftItem`. */
  reason: string | null
}

export interface RunState {
  plan: RunPlan
  index: GraphIndex
  byName: ReadonlyMap<string, number>
  ends: (NodeEnd | undefined)[]
  /** Items by output. Undefined if the node was not called. */
  outputs: (ReadonlyMap<string, readonly Flowing[]> | undefined)[]
  /** Each node's items in one list, for expressions without lineage. Built at the first use. */
  flat: Map<number, readonly Flowing[]>
  messages: (string | null)[]
  watermarks: Map<string, unknown>
  reads: Map<number, SourceRead>
  /** Items left by later nodes, by source node and id. */
  left: Map<number, Map<string, LeftRead>>
  /** Why a node left an item, by the seed's index. */
  leftSeeds: Map<number, string | null>
  parked: Map<number, ParkedNode>
  ledger: ItemLedger
}

/** Creates the state before the first node. See `createItemLedger` for `hold`. */
export function startState(
  plan: RunPlan,
  index: GraphIndex,
  hold: (bytes: number) => boolean,
): RunState {
  const size = index.nodes.length
  return {
    plan,
    index,
    byName: new Map(index.nodes.map((node, at) => [node.name, at])),
    ends: new Array<NodeEnd | undefined>(size).fill(undefined),
    outputs: new Array<undefined>(size).fill(undefined),
    flat: new Map(),
    messages: new Array<null>(size).fill(null),
    watermarks: new Map(),
    reads: new Map(),
    left: new Map(),
    leftSeeds: new Map(),
    parked: new Map(),
    ledger: createItemLedger(hold),
  }
}

/**
 * Returns the seeds if a trigger fired, otherwise the items of live edges in drawing order. Throws
 * `NodeError` if there are too many items.
 */
export function listInputs(state: RunState, node: number): readonly Flowing[] {
  const id = state.index.nodes[node]?.id ?? ''
  const seeds = state.plan.seeds.get(id)
  if (seeds !== undefined)
    return seeds.map((item, seed) => ({ item, node: -1, parent: undefined, seed }))
  const edges = state.index.incoming[node] ?? []
  const [first] = edges
  if (edges.length === 1 && first !== undefined) return live(state, first.from, first.output)
  const lists = edges.map((edge) => live(state, edge.from, edge.output))
  state.ledger.admitInputs(lists.reduce((sum, list) => sum + list.length, 0))
  return lists.flat()
}

/** Returns the ranges of a node's items by edge, in drawing order. Empty if a trigger fired. */
export function listRanges(state: RunState, node: number): InputRange[] {
  if (state.plan.seeds.has(state.index.nodes[node]?.id ?? '')) return []
  let at = 0
  return (state.index.incoming[node] ?? []).map(({ from, output, input }) => {
    const count = live(state, from, output).length
    const range = { node: state.index.nodes[from]?.name ?? '', output, input, from: at, count }
    at += count
    return range
  })
}

export const waitsForParked = (state: RunState, node: number): boolean =>
  state.parked.size > 0 &&
  (state.index.incoming[node] ?? []).some(({ from }) => state.ends[from] === undefined)

/** Returns the items from the last nodes, each with the seeds behind it. */
export function lastItems(state: RunState): RunItems {
  const flows = state.index.nodes.flatMap((_, node) =>
    state.ends[node] === 'completed' && state.index.outgoing[node]?.length === 0
      ? allOutputs(state, node)
      : [],
  )
  return { items: flows.map(({ item }) => item), origins: flows.map(findOrigins) }
}

const mostOrigins = 20
const mostSteps = 200

function findOrigins(flow: Flowing): number[] | null {
  const found = new Set<number>()
  let steps = 0
  for (const { node, seed, parent } of walkLineage(flow, new Set())) {
    steps += 1
    if (seed !== undefined) found.add(seed)
    if (steps > mostSteps || found.size > mostOrigins) return null
    if (node >= 0 && parent === undefined) return null
  }
  return [...found]
}

export function hasInputs(state: RunState, node: number): boolean {
  const seeds = state.plan.seeds.get(state.index.nodes[node]?.id ?? '')
  if (seeds !== undefined) return seeds.length > 0
  const edges = state.index.incoming[node] ?? []
  return edges.some((edge) => live(state, edge.from, edge.output).length > 0)
}

const live = (state: RunState, node: number, output: string): readonly Flowing[] =>
  state.ends[node] === 'completed' ? (state.outputs[node]?.get(output) ?? []) : []

/**
 * Returns why a node without live input is skipped. A deliberate stop outweighs a failure, and a
 * failure outweighs the rest.
 */
export function skipReasonAt(state: RunState, node: number): SkipReason {
  const before = (state.index.incoming[node] ?? []).map(
    (edge) => state.ends[edge.from] ?? 'upstream_skipped',
  )
  if (before.includes('cancelled')) return 'cancelled'
  if (before.some((end) => end === 'halted' || end === 'branch_halted')) return 'branch_halted'
  if (before.some((end) => end === 'failed' || end === 'upstream_failed')) return 'upstream_failed'
  if (before.length === 0 || before.includes('completed')) return 'no_input'
  return 'upstream_skipped'
}

function allOutputs(state: RunState, node: number): readonly Flowing[] {
  const known = state.flat.get(node)
  if (known !== undefined) return known
  const flat = [...(state.outputs[node]?.values() ?? [])].flat()
  state.flat.set(node, flat)
  return flat
}

export function scopeAt(state: RunState, inputs: readonly Flowing[], at: number): Scope {
  const current = inputs[at] ?? { item: { json: {} }, node: -1, parent: undefined }
  let ancestors: ReadonlyMap<number, WorkflowItem> | undefined
  return {
    json: current.item.json,
    produced: noText(),
    values: state.plan.values,
    node(name) {
      const target = state.byName.get(name)
      if (target === undefined) {
        // If only one step is tried, steps without recorded items are missing from the graph.
        if (state.plan.partial === true) return undefined
        throw unusableName(name, 'does not exist')
      }
      if (state.ends[target] === undefined)
        throw unusableName(name, 'does not come before this one')
      ancestors ??= findAncestors(current)
      return (ancestors.get(target) ?? itemInPlace(allOutputs(state, target), at, inputs.length))
        ?.json
    },
  }
}

const shownName = 100

// An unknown name is an error because an empty text could, for example, end up in a mail.
const unusableName = (name: string, reason: string): NodeError =>
  new NodeError(
    `An expression names the step "${name.slice(0, shownName).toWellFormed()}", which ${reason}`,
  )

/** Returns why a run did not reach the node: the message from the nearest node without output. */
export function emptyReason(
  state: RunState,
  node: number,
): { message: string; nodeId: string | null } {
  const seen = new Set([node])
  let level = [node]
  while (level.length > 0) {
    const before = level.flatMap((at) => (state.index.incoming[at] ?? []).map((edge) => edge.from))
    for (const at of before) {
      if (state.ends[at] !== 'completed') continue
      const { name, id } = state.index.nodes[at] ?? { name: '', id: null }
      return { message: state.messages[at] ?? `The step "${name}" returned no items`, nodeId: id }
    }
    level = before.filter((at) => !seen.has(at) && seen.add(at))
  }
  return { message: 'No items reached this step', nodeId: null }
}
