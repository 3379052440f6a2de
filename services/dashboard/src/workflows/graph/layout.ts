import type { WorkflowGraph } from '@atrium/contracts'
import { Graph, layout } from '@dagrejs/dagre'
import { gap, nodeSize, type Point } from './graph.ts'

/** Where a node is drawn that keeps no size of its own. */
export type Sizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>

/** Places of all nodes from left to right, each behind those that lead to it. */
export function arranged(graph: WorkflowGraph, sizes: Sizes = new Map()): ReadonlyMap<string, Point> {
  const drawn = new Graph({ multigraph: true })
  drawn.setGraph({ rankdir: 'LR', ranksep: gap.x, nodesep: gap.y, marginx: 0, marginy: 0 })
  drawn.setDefaultEdgeLabel(() => ({}))
  for (const { id } of graph.nodes) drawn.setNode(id, { ...(sizes.get(id) ?? nodeSize) })
  graph.edges.forEach(({ from, to }, at) => {
    if (drawn.hasNode(from.node) && drawn.hasNode(to.node)) drawn.setEdge(from.node, to.node, {}, String(at))
  })
  layout(drawn)
  return new Map(
    graph.nodes.map(({ id }) => {
      const { x = 0, y = 0, width = 0, height = 0 } = drawn.node(id)
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
}
