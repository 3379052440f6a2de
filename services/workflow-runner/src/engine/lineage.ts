import type { WorkflowItem } from '@atrium/contracts'

export interface Flowing {
  item: WorkflowItem
  node: number
  /** The input item that it descends from; undefined when its lineage is lost. */
  parent: Flowing | undefined
}

const descent = new WeakMap<WorkflowItem, WorkflowItem>()

/** The changes of a derived item; `undefined` removes its identity. */
export type ItemChanges = { [K in keyof WorkflowItem]?: WorkflowItem[K] | undefined }

export function deriveItem(from: WorkflowItem, changes: ItemChanges): WorkflowItem {
  const { externalId, source, json = from.json } = { ...from, ...changes }
  const item: WorkflowItem = {
    ...(externalId === undefined ? {} : { externalId }),
    ...(source === undefined ? {} : { source }),
    json,
  }
  descent.set(item, from)
  return item
}

/** An item descends from the input that it is or derives from, else by its index when the counts agree. */
export function flowFrom(
  node: number,
  inputs: readonly Flowing[],
  outputs: Readonly<Record<string, readonly WorkflowItem[]>>,
): Map<string, Flowing[]> {
  const byItem = new Map<WorkflowItem, Flowing>()
  for (const input of inputs) if (!byItem.has(input.item)) byItem.set(input.item, input)
  const total = Object.values(outputs).reduce((sum, items) => sum + items.length, 0)
  const result = new Map<string, Flowing[]>()
  let position = 0
  for (const [name, items] of Object.entries(outputs)) {
    const flowing = items.map((item): Flowing => {
      const place = total === inputs.length ? inputs[position] : undefined
      position += 1
      return { item, node, parent: ancestorOf(item, byItem) ?? place }
    })
    result.set(name, flowing)
  }
  return result
}

function ancestorOf(item: WorkflowItem, byItem: ReadonlyMap<WorkflowItem, Flowing>): Flowing | undefined {
  let current: WorkflowItem | undefined = item
  for (let depth = 0; current !== undefined && depth < 16; depth += 1) {
    const found = byItem.get(current)
    if (found !== undefined) return found
    current = descent.get(current)
  }
  return undefined
}

export function ancestorsOf(current: Flowing): ReadonlyMap<number, WorkflowItem> {
  const found = new Map<number, WorkflowItem>()
  for (let at: Flowing | undefined = current; at !== undefined; at = at.parent) {
    if (!found.has(at.node)) found.set(at.node, at.item)
  }
  return found
}

/** The item of a node for an item without lineage: at the same index when the counts match, else the first. */
export const itemInPlace = (
  all: readonly Flowing[],
  index: number,
  count: number,
): WorkflowItem | undefined => (all.length === count ? all[index] : all[0])?.item
