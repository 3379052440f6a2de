import type { WorkflowItem } from '@atrium/contracts'
import { ownText } from '@atrium/workflow-rules'
import type { LeftItem } from './left-item.ts'
import type { ReadItem, ReadOutcome } from './run-effects.ts'
import { type Flowing, walkLineage } from './state/lineage.ts'
import type { LeftRead, RunState } from './state/run-state.ts'

const longestTitle = 200
const longestReason = 500

/** Marks the left items in the nodes that read them and in the run's seeds. */
export function markLeft(
  state: RunState,
  inputs: readonly Flowing[],
  left: readonly LeftItem[],
): void {
  if (state.reads.size === 0 && state.plan.keepsResult !== true) return
  // Items with a reason go first, because a refusal outweighs a merely unreached item.
  const ordered = [...left].sort((a, b) => Number(a.reason === null) - Number(b.reason === null))
  const seen = new Set<Flowing>()
  const lost = new Map<number, string | null>()
  for (const { at, reason } of ordered) {
    const input = inputs[at]
    if (input === undefined) continue
    for (const flow of walkLineage(input, seen)) {
      if (flow.seed !== undefined) addSeed(state, flow.seed, reason)
      if (state.reads.has(flow.node)) add(state, flow.node, flow.item, reason)
      else if (flow.parent === undefined && losesDescent(state, flow.node))
        lost.set(flow.node, lost.get(flow.node) ?? reason)
    }
  }
  for (const [node, reason] of lost) markAllBefore(state, node, reason)
}

const losesDescent = (state: RunState, node: number): boolean =>
  node >= 0 && (state.index.incoming[node] ?? []).length > 0

/** Marks all items before a node without lineage, because each may be part of the node's items. */
function markAllBefore(state: RunState, start: number, reason: string | null): void {
  for (const node of nodesBefore(state, start)) {
    const seeds = state.plan.seeds.get(state.index.nodes[node]?.id ?? '') ?? []
    for (const seed of seeds.keys()) addSeed(state, seed, reason)
    if (!state.reads.has(node)) continue
    for (const flows of state.outputs[node]?.values() ?? []) {
      for (const { item } of flows) add(state, node, item, reason)
    }
  }
}

function addSeed({ leftSeeds }: RunState, seed: number, reason: string | null): void {
  leftSeeds.set(seed, leftSeeds.get(seed) ?? reason?.slice(0, longestReason).toWellFormed() ?? null)
}

function add(state: RunState, node: number, item: WorkflowItem, reason: string | null): void {
  const { externalId } = item
  if (externalId === undefined) return
  const known = state.left.get(node) ?? new Map<string, LeftRead>()
  state.left.set(node, known)
  known.set(externalId, {
    title: titleOfItem(item),
    reason: known.get(externalId)?.reason ?? reason?.slice(0, longestReason).toWellFormed() ?? null,
  })
}

function titleOfItem({ json, externalId = '' }: WorkflowItem): string {
  const words = ['title', 'name', 'url'].map((key) => ownText(json, key).trim())
  return (words.find((text) => text !== '') ?? externalId).slice(0, longestTitle).toWellFormed()
}

function nodesBefore(state: RunState, start: number): Set<number> {
  const seen = new Set([start])
  const queue = [start]
  for (const node of queue) {
    for (const { from } of state.index.incoming[node] ?? []) {
      if (seen.has(from)) continue
      seen.add(from)
      queue.push(from)
    }
  }
  return seen
}

/**
 * Returns what the reading nodes of a completed run have read. If a later node left an item, the
 * item waits.
 */
export const readOutcomes = (state: RunState): ReadOutcome[] =>
  [...state.reads].map(([node, { key, items, gone }]) => ({
    key,
    items: items.map(([id, version]) => toReadItem(id, version, state.left.get(node)?.get(id))),
    gone,
  }))

/**
 * Returns the refused items of a failed run. Only these attempts count, and the run's other reads
 * are dropped.
 */
export const refusedReads = (state: RunState): ReadOutcome[] =>
  readOutcomes(state).flatMap(({ key, items }) => {
    const refused = items.filter(({ reason }) => reason !== undefined)
    return refused.length === 0 ? [] : [{ key, items: refused, gone: [] }]
  })

const toReadItem = (id: string, version: string, left: LeftRead | undefined): ReadItem => ({
  id,
  version,
  waiting: left !== undefined,
  ...(left === undefined ? {} : { title: left.title }),
  ...(left?.reason == null ? {} : { reason: left.reason }),
})
