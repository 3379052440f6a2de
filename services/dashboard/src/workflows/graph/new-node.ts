import type { NodeDescriptor, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { listOutputs } from '@atrium/workflow-rules'
import { addNodes, connect, type Edit, insertOnEdge, inTurn } from './edits.ts'
import { edgeId, findNode, gap, nodeSize, type Palette, type Point } from './graph.ts'
import { freeId, freeName } from './node-names.ts'

/** Where a new node goes: to a point, between the ends of an edge, or behind a node. */
export type Place =
  | { readonly at: Point }
  | { readonly edge: string; readonly at?: Point }
  | { readonly behind: string; readonly output?: string }

export function newNode(
  graph: WorkflowGraph,
  { type, label }: NodeDescriptor,
  position: Point,
): WorkflowNode {
  return {
    id: freeId(new Set(graph.nodes.map(({ id }) => id))),
    type,
    name: freeName(label, new Set(graph.nodes.map(({ name }) => name))),
    params: {},
    position: { x: Math.round(position.x), y: Math.round(position.y) },
  }
}

export function freePlace(graph: WorkflowGraph, wanted: Point): Point {
  const column = graph.nodes
    .filter(({ position: { x } }) => Math.abs(x - wanted.x) < nodeSize.width + gap.x / 2)
    .map(({ position }) => position.y)
    .sort((one, other) => one - other)
  let { y } = wanted
  for (const taken of column) {
    if (Math.abs(y - taken) < nodeSize.height + gap.y / 2) y = taken + nodeSize.height + gap.y
  }
  return { x: wanted.x, y }
}

/** Moves a node and the nodes behind it, so the row has room for one more. */
const shifted =
  (from: string, by: number): Edit =>
  (graph) => {
    const behind = new Set([from])
    for (const id of behind) {
      for (const edge of graph.edges) if (edge.from.node === id) behind.add(edge.to.node)
    }
    return {
      ...graph,
      nodes: graph.nodes.map((node) =>
        behind.has(node.id)
          ? { ...node, position: { x: node.position.x + by, y: node.position.y } }
          : node,
      ),
    }
  }

const spacing = nodeSize.width + gap.x
const origin: Point = { x: 0, y: 0 }

export function drawNode(
  graph: WorkflowGraph,
  descriptor: NodeDescriptor,
  place: Place,
  palette: Palette,
) {
  const [output] = listOutputs(descriptor, {})
  if ('edge' in place) {
    const edge = graph.edges.find((each) => edgeId(each) === place.edge)
    if (edge !== undefined && descriptor.category !== 'trigger') {
      const source = findNode(graph, edge.from.node)?.position ?? origin
      const target = findNode(graph, edge.to.node)?.position ?? origin
      const isTight = target.x > source.x && target.x - source.x < 2 * spacing - gap.x / 2
      const at = isTight
        ? { x: source.x + spacing, y: target.y }
        : { x: (source.x + target.x) / 2, y: (source.y + target.y) / 2 }
      const node = newNode(graph, descriptor, at)
      const room = isTight ? [shifted(edge.to.node, source.x + 2 * spacing - target.x)] : []
      return { node, edit: inTurn(...room, insertOnEdge(node, place.edge, output)) }
    }
  }
  if ('behind' in place) {
    const before = findNode(graph, place.behind)
    const descriptorBefore = before === undefined ? undefined : palette.get(before.type)
    if (before !== undefined) {
      const outputs =
        descriptorBefore === undefined ? ['main'] : listOutputs(descriptorBefore, before.params)
      const from = place.output ?? freeOutput(graph, before, outputs) ?? 'main'
      const wanted = { x: before.position.x + spacing, y: before.position.y }
      const node = newNode(graph, descriptor, freePlace(graph, wanted))
      const edge = { from: { node: before.id, output: from }, to: { node: node.id, input: 'main' } }
      const joins = descriptor.category === 'trigger' ? [] : [connect(edge)]
      return { node, edit: inTurn(addNodes([node]), ...joins) }
    }
  }
  const at = 'at' in place && place.at !== undefined ? place.at : origin
  const node = newNode(graph, descriptor, freePlace(graph, at))
  return { node, edit: addNodes([node]) }
}

/** Returns a node's first output without an edge. If all have one, returns the first output. */
function freeOutput(
  graph: WorkflowGraph,
  { id }: WorkflowNode,
  outputs: readonly string[],
): string | undefined {
  const used = new Set(
    graph.edges.filter(({ from }) => from.node === id).map(({ from }) => from.output),
  )
  return outputs.find((output) => !used.has(output)) ?? outputs[0]
}
