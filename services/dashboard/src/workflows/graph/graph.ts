import type { NodeDescriptor, WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'

/** The descriptors of the nodes that can be drawn here, by type. */
export type Palette = ReadonlyMap<string, NodeDescriptor>

export interface Point {
  readonly x: number
  readonly y: number
}

/** The size that a node is drawn with, which layout and placement count with. */
export const nodeSize = { width: 232, height: 64 } as const

/** The free room between two nodes in a row, and between two rows. */
export const gap = { x: 96, y: 40 } as const

export const emptyGraph: WorkflowGraph = { nodes: [], edges: [] }

/** One text for an edge: a graph holds no two edges with the same ends. */
export const edgeId = ({ from, to }: WorkflowEdge): string =>
  JSON.stringify([from.node, from.output, to.node, to.input])

export const findNode = (graph: WorkflowGraph, id: string): WorkflowNode | undefined =>
  graph.nodes.find((node) => node.id === id)
