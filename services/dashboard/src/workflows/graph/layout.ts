import type { WorkflowGraph, WorkflowNote } from '@atrium/contracts'
import { Graph, layout } from '@dagrejs/dagre'
import { gap, nodeSize, type Point } from './graph.ts'

export type Sizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>

/** Returns a note's position next to its nearest node. */
function placeOfNote(
  { position }: WorkflowNote,
  graph: WorkflowGraph,
  places: ReadonlyMap<string, Point>,
): Point {
  const distance = ({ x, y }: Point) => Math.hypot(x - position.x, y - position.y)
  const [near] = [...graph.nodes].sort(
    (one, other) => distance(one.position) - distance(other.position),
  )
  const place = near === undefined ? undefined : places.get(near.id)
  if (near === undefined || place === undefined) return position
  return { x: position.x + place.x - near.position.x, y: position.y + place.y - near.position.y }
}

/**
 * Arranges all nodes from left to right, each behind its sources, and the notes next to them.
 * Returns the positions.
 */
export function arranged(
  graph: WorkflowGraph,
  sizes: Sizes = new Map(),
): ReadonlyMap<string, Point> {
  const drawn = new Graph({ multigraph: true })
  drawn.setGraph({ rankdir: 'LR', ranksep: gap.x, nodesep: gap.y, marginx: 0, marginy: 0 })
  drawn.setDefaultEdgeLabel(() => ({}))
  for (const { id } of graph.nodes) drawn.setNode(id, { ...(sizes.get(id) ?? nodeSize) })
  graph.edges.forEach(({ from, to }, at) => {
    if (drawn.hasNode(from.node) && drawn.hasNode(to.node))
      drawn.setEdge(from.node, to.node, {}, String(at))
  })
  layout(drawn)
  const places = new Map(
    graph.nodes.map(({ id }): [string, Point] => {
      const { x = 0, y = 0, width = 0, height = 0 } = drawn.node(id)
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
  const notes = (graph.notes ?? []).map(
    (note) => [note.id, placeOfNote(note, graph, places)] as const,
  )
  return new Map([...places, ...notes])
}
