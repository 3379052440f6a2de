import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { hashKey } from '@tanstack/react-query'
import { edgeId } from '../graph/graph.ts'

export type Change = 'added' | 'removed' | 'changed'

// The platform may return the members of an object in another order.
const hashContent = ({ position: _, ...node }: WorkflowNode): string => hashKey([node])

/**
 * Returns the nodes that differ between two graphs, by id. If a node only moved, it counts as
 * unchanged.
 */
export function compareGraphs(
  before: WorkflowGraph,
  after: WorkflowGraph,
): ReadonlyMap<string, Change> {
  const former = new Map(before.nodes.map((node) => [node.id, node]))
  const changes = new Map<string, Change>()
  for (const node of after.nodes) {
    const old = former.get(node.id)
    former.delete(node.id)
    if (old === undefined) changes.set(node.id, 'added')
    else if (hashContent(old) !== hashContent(node)) changes.set(node.id, 'changed')
  }
  for (const id of former.keys()) changes.set(id, 'removed')
  return changes
}

export function changedParams(before: WorkflowNode, after: WorkflowNode): readonly string[] {
  const names = new Set([...Object.keys(before.params), ...Object.keys(after.params)])
  return [...names].filter(
    (name) => hashKey([before.params[name]]) !== hashKey([after.params[name]]),
  )
}

export function compareEdges(
  before: WorkflowGraph,
  after: WorkflowGraph,
): readonly { readonly edge: WorkflowEdge; readonly change: Change }[] {
  const missing = (from: WorkflowGraph, inside: WorkflowGraph, change: Change) => {
    const edgeIds = new Set(inside.edges.map(edgeId))
    return from.edges.filter((edge) => !edgeIds.has(edgeId(edge))).map((edge) => ({ edge, change }))
  }
  return [...missing(after, before, 'added'), ...missing(before, after, 'removed')]
}

/** True if two graphs have different notes. If a note only moved, it counts as unchanged. */
export const hasOtherNotes = (before: WorkflowGraph, after: WorkflowGraph): boolean => {
  const hashNotes = ({ notes = [] }: WorkflowGraph) =>
    hashKey(notes.map(({ id, text }) => [id, text]).sort())
  return hashNotes(before) !== hashNotes(after)
}
