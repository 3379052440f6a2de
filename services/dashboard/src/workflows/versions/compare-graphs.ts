import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'

export type Change = 'added' | 'removed' | 'changed'

const contentOf = ({ position: _, ...node }: WorkflowNode): string => JSON.stringify(node)

/** The nodes in which two graphs differ, by id. A node that was only moved is the same. */
export function compareGraphs(before: WorkflowGraph, after: WorkflowGraph): ReadonlyMap<string, Change> {
  const former = new Map(before.nodes.map((node) => [node.id, node]))
  const changes = new Map<string, Change>()
  for (const node of after.nodes) {
    const old = former.get(node.id)
    former.delete(node.id)
    if (old === undefined) changes.set(node.id, 'added')
    else if (contentOf(old) !== contentOf(node)) changes.set(node.id, 'changed')
  }
  for (const id of former.keys()) changes.set(id, 'removed')
  return changes
}

/** The names of the parameters in which two forms of a node differ. */
export function changedParams(before: WorkflowNode, after: WorkflowNode): readonly string[] {
  const names = new Set([...Object.keys(before.params), ...Object.keys(after.params)])
  return [...names].filter(
    (name) => JSON.stringify(before.params[name]) !== JSON.stringify(after.params[name]),
  )
}
