import type { WorkflowItem } from '@atrium/contracts'

export interface Flowing {
  item: WorkflowItem
  node: number
  /** The input item behind this item. Undefined if the lineage is lost. */
  parent: Flowing | undefined
  /** Further source items, for example after a merge. Expressions ignore them. */
  others?: readonly Flowing[] | undefined
  /** The index among the run's seed items. */
  seed?: number | undefined
}

const descent = new WeakMap<WorkflowItem, WorkflowItem>()
/** The most derivations in a row within one node call. */
const deepest = 16
const madeOf = new WeakMap<WorkflowItem, readonly WorkflowItem[]>()

/** Changes to the original item. `undefined` removes a field, for example `externalId`. */
export type ItemChanges = { [K in keyof WorkflowItem]?: WorkflowItem[K] | undefined }

/** Derives a new item from `from`. `others` are further source items. */
export function deriveItem(
  from: WorkflowItem,
  changes: ItemChanges,
  others: readonly WorkflowItem[] = [],
): WorkflowItem {
  const { externalId, source, json = from.json } = { ...from, ...changes }
  const item: WorkflowItem = {
    ...(externalId === undefined ? {} : { externalId }),
    ...(source === undefined ? {} : { source }),
    json,
  }
  descent.set(item, from)
  if (others.length > 0) madeOf.set(item, others)
  return item
}

/**
 * Traces each output item to the input it equals or derives from. If there is none and the item
 * counts match, the index decides.
 */
export function flowFrom(
  node: number,
  inputs: readonly Flowing[],
  outputs: Readonly<Record<string, readonly WorkflowItem[]>>,
): Map<string, Flowing[]> {
  const byItem = new Map<WorkflowItem, Flowing>()
  for (const input of inputs) if (!byItem.has(input.item)) byItem.set(input.item, input)
  const total = Object.values(outputs).reduce((sum, items) => sum + items.length, 0)
  const partOf = findParts(node, byItem)
  const result = new Map<string, Flowing[]>()
  let position = 0
  for (const [name, items] of Object.entries(outputs)) {
    const flowing = items.map((item): Flowing => {
      const place = total === inputs.length ? inputs[position] : undefined
      position += 1
      const flow: Flowing = { item, node, parent: findAncestor(item, byItem) ?? place }
      const others = partOf(item)
      return others.length === 0 ? flow : { ...flow, others }
    })
    result.set(name, flowing)
  }
  return result
}

/**
 * Finds items' further parts. A node may build an intermediate item, for example the joined rows
 * for a key. All derived items share the intermediate item as one part, so the work stays linear.
 */
function findParts(node: number, byItem: ReadonlyMap<WorkflowItem, Flowing>) {
  const known = new Map<WorkflowItem, Flowing>()
  const toParts = (item: WorkflowItem, depth: number): Flowing[] => {
    const parts: Flowing[] = []
    let current: WorkflowItem | undefined = item
    for (let step = 0; current !== undefined && !byItem.has(current) && step < deepest; step += 1) {
      for (const other of madeOf.get(current) ?? []) parts.push(toFlow(other, depth + 1))
      current = descent.get(current)
    }
    return parts
  }
  const toFlow = (item: WorkflowItem, depth: number): Flowing => {
    const flow: Flowing = byItem.get(item) ??
      known.get(item) ?? {
        item,
        node,
        parent: findAncestor(item, byItem),
        others: depth < deepest ? toParts(item, depth) : [],
      }
    known.set(item, flow)
    return flow
  }
  return (item: WorkflowItem): readonly Flowing[] => toParts(item, 0)
}

/** Yields a flow and all its ancestors and parts, each once. Skips and extends `seen`. */
export function* walkLineage(start: Flowing, seen: Set<Flowing>): Generator<Flowing> {
  const open = [start]
  for (let flow = open.pop(); flow !== undefined; flow = open.pop()) {
    if (seen.has(flow)) continue
    seen.add(flow)
    yield flow
    if (flow.parent !== undefined) open.push(flow.parent)
    for (const other of flow.others ?? []) open.push(other)
  }
}

function findAncestor(
  item: WorkflowItem,
  byItem: ReadonlyMap<WorkflowItem, Flowing>,
): Flowing | undefined {
  let current: WorkflowItem | undefined = item
  for (let depth = 0; current !== undefined && depth < deepest; depth += 1) {
    const found = byItem.get(current)
    if (found !== undefined) return found
    current = descent.get(current)
  }
  return undefined
}

export function findAncestors(current: Flowing): ReadonlyMap<number, WorkflowItem> {
  const found = new Map<number, WorkflowItem>()
  for (let at: Flowing | undefined = current; at !== undefined; at = at.parent) {
    if (!found.has(at.node)) found.set(at.node, at.item)
  }
  return found
}

/**
 * Returns a node's item for an item without lineage: the item at the same index if the counts
 * match, otherwise the first one.
 */
export const itemInPlace = (
  all: readonly Flowing[],
  index: number,
  count: number,
): WorkflowItem | undefined => (all.length === count ? all[index] : all[0])?.item
