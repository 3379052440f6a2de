import type { NodeDescriptor, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { outputsOf } from '@atrium/workflow-rules'
import { addNodes, connect, type Edit, insertOnEdge, inTurn } from './edits.ts'
import { edgeId, gap, nodeOf, nodeSize, type Palette, type Point } from './graph.ts'
import { freeId, freeName } from './node-names.ts'

/** Where a new node goes: a place, between the ends of an edge, or behind a node. */
export type Place =
  | { readonly at: Point }
  | { readonly edge: string; readonly at?: Point }
  | { readonly behind: string; readonly output?: string }

/** A node of a type, named after it. */
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

const covers = (one: Point, other: Point): boolean =>
  Math.abs(one.x - other.x) < nodeSize.width + gap.x / 2 &&
  Math.abs(one.y - other.y) < nodeSize.height + gap.y / 2

/** The first free place at a point, or below it. */
export function freePlace(graph: WorkflowGraph, wanted: Point): Point {
  const column = graph.nodes
    .map(({ position }) => position)
    .filter(({ x }) => Math.abs(x - wanted.x) < nodeSize.width + gap.x / 2)
    .sort((one, other) => one.y - other.y)
  let place = wanted
  for (const taken of column) {
    if (covers(place, taken)) place = { x: place.x, y: taken.y + nodeSize.height + gap.y }
  }
  return place
}

/** The middle of an edge, where a node goes that is put on it. */
function middleOf(graph: WorkflowGraph, from: string, to: string): Point {
  const [source, target] = [nodeOf(graph, from)?.position, nodeOf(graph, to)?.position]
  if (source === undefined || target === undefined) return { x: 0, y: 0 }
  return { x: (source.x + target.x) / 2, y: (source.y + target.y) / 2 }
}

/** The nodes at and behind a node make room for one more in the row. */
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
        behind.has(node.id) ? { ...node, position: { x: node.position.x + by, y: node.position.y } } : node,
      ),
    }
  }

const spacing = nodeSize.width + gap.x

/** The edit that draws a new node at its place, connected with what is there. */
export function drawNode(
  graph: WorkflowGraph,
  descriptor: NodeDescriptor,
  place: Place,
  palette: Palette,
): { readonly node: WorkflowNode; readonly edit: Edit } {
  const [output] = outputsOf(descriptor, {})
  if ('edge' in place) {
    const edge = graph.edges.find((each) => edgeId(each) === place.edge)
    if (edge !== undefined && descriptor.category !== 'trigger') {
      const [source, target] = [nodeOf(graph, edge.from.node), nodeOf(graph, edge.to.node)]
      const isTight =
        source !== undefined &&
        target !== undefined &&
        target.position.x - source.position.x < 2 * spacing - gap.x / 2 &&
        target.position.x > source.position.x
      const at = isTight
        ? { x: source.position.x + spacing, y: target.position.y }
        : middleOf(graph, edge.from.node, edge.to.node)
      const node = newNode(graph, descriptor, at)
      const room = isTight ? [shifted(target.id, source.position.x + 2 * spacing - target.position.x)] : []
      return { node, edit: inTurn(...room, insertOnEdge(node, place.edge, output)) }
    }
  }
  if ('behind' in place) {
    const before = nodeOf(graph, place.behind)
    const known = before === undefined ? undefined : palette.get(before.type)
    if (before !== undefined) {
      const outputs = known === undefined ? ['main'] : outputsOf(known, before.params)
      const from = place.output ?? freeOutput(graph, before, outputs) ?? 'main'
      const wanted = { x: before.position.x + spacing, y: before.position.y }
      const node = newNode(graph, descriptor, freePlace(graph, wanted))
      const edge = { from: { node: before.id, output: from }, to: { node: node.id, input: 'main' } }
      const joins = descriptor.category === 'trigger' ? [] : [connect(edge)]
      return { node, edit: inTurn(addNodes([node]), ...joins) }
    }
  }
  const at = 'at' in place && place.at !== undefined ? place.at : { x: 0, y: 0 }
  const node = newNode(graph, descriptor, freePlace(graph, at))
  return { node, edit: addNodes([node]) }
}

/** The first output of a node without an edge, or its first one. */
function freeOutput(
  graph: WorkflowGraph,
  { id }: WorkflowNode,
  outputs: readonly string[],
): string | undefined {
  const used = new Set(graph.edges.filter(({ from }) => from.node === id).map(({ from }) => from.output))
  return outputs.find((output) => !used.has(output)) ?? outputs[0]
}
