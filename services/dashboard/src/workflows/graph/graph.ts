import type { NodeDescriptor, WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'

export type Palette = ReadonlyMap<string, NodeDescriptor>

export interface Point {
  readonly x: number
  readonly y: number
}

/** A drawn node's size in pixels. Layout and placement use it. */
export const nodeSize = { width: 232, height: 64 } as const

/** The gap in pixels between two nodes in a row, and between two rows. */
export const gap = { x: 96, y: 40 } as const

export const emptyGraph: WorkflowGraph = { nodes: [], edges: [] }

/** Returns an edge's id. It is unique, because a graph has no two edges with the same ends. */
export const edgeId = ({ from, to }: WorkflowEdge): string =>
  JSON.stringify([from.node, from.output, to.node, to.input])

export const findNode = (graph: WorkflowGraph, id: string): WorkflowNode | undefined =>
  graph.nodes.find((node) => node.id === id)
