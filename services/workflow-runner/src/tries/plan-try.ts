import { invalidField, type WorkflowGraph, type WorkflowItem } from '@atrium/contracts'
import type { NodeOutputs, RunPlan } from '../engine/index.ts'
import type { Registry } from '../nodes/registry.ts'

interface Given {
  graph: WorkflowGraph
  node: string | undefined
  items: readonly WorkflowItem[] | undefined
  earlier: ReadonlyMap<string, NodeOutputs> | undefined
  pins: ReadonlyMap<string, NodeOutputs>
  firedAt: string
}

export type TryPlan = Pick<RunPlan, 'graph' | 'seeds' | 'preset' | 'partial'>

type Items = readonly WorkflowItem[]

const listAll = (outputs: NodeOutputs | undefined): Items => Object.values(outputs ?? {}).flat()

/**
 * Returns the graph and items of a try. Throws `validation_failed` if the graph has no such node.
 */
export function planTry(given: Given, lookup: Registry['lookup']): TryPlan {
  return given.node === undefined ? planWhole(given, lookup) : planOne(given, given.node, lookup)
}

function planWhole(
  { graph, items, earlier, pins, firedAt }: Given,
  lookup: Registry['lookup'],
): TryPlan {
  const seeds = new Map<string, Items>()
  for (const { id, type } of graph.nodes) {
    if (lookup(type)?.category !== 'trigger') continue
    const first = earlier === undefined ? [{ json: { firedAt } }] : listAll(earlier.get(id))
    seeds.set(id, items ?? first)
  }
  return { graph, seeds, preset: pins, partial: false }
}

// Nodes with a known output come before the tried node, so its edges and expressions find their
// items.
function planOne(
  { graph, items, earlier, pins, firedAt }: Given,
  one: string,
  lookup: Registry['lookup'],
) {
  const node = graph.nodes.find(({ id }) => id === one)
  if (node === undefined)
    throw invalidField('node', `The workflow has no step with the ID "${one}"`)
  const preset = new Map([...(earlier ?? []), ...pins])
  const earlierNode = earlier?.get(one)
  preset.delete(one)
  const isTried = (id: string): boolean => id === one || preset.has(id)
  const nodes = graph.nodes.filter(({ id }) => isTried(id))
  const edges = graph.edges.filter(
    ({ from, to }) => isTried(from.node) && isTried(to.node) && from.node !== one,
  )
  const isTrigger = lookup(node.type)?.category === 'trigger'
  const first = isTrigger
    ? earlierNode === undefined
      ? [{ json: { firedAt } }]
      : listAll(earlierNode)
    : undefined
  const seed = items ?? first
  const seeds = new Map<string, Items>(seed === undefined ? [] : [[one, seed]])
  return { graph: { nodes, edges }, seeds, preset, partial: true }
}
