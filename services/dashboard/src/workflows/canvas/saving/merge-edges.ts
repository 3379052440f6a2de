import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { closesCircle } from '../../graph/edits.ts'
import { outputWords } from '../../graph/field-words.ts'
import { edgeId } from '../../graph/graph.ts'

/** The graph before both changes, and the graphs of both sides. */
export interface Sides {
  readonly base: WorkflowGraph
  readonly mine: WorkflowGraph
  readonly theirs: WorkflowGraph
}

const idsIn = ({ nodes }: Pick<WorkflowGraph, 'nodes'>): ReadonlySet<string> =>
  new Set(nodes.map(({ id }) => id))

const edgeIdsIn = ({ edges }: WorkflowGraph): ReadonlySet<string> => new Set(edges.map(edgeId))

export const keepInside = (
  edges: readonly WorkflowEdge[],
  nodes: readonly WorkflowNode[],
): WorkflowEdge[] => {
  const kept = idsIn({ nodes: [...nodes] })
  return edges.filter(({ from, to }) => kept.has(from.node) && kept.has(to.node))
}

/**
 * Merges edges: each side's additions and removals count. If only one side has a step, its edges
 * follow that side.
 */
export function mergeEdges(
  { base, mine, theirs }: Sides,
  nodes: readonly WorkflowNode[],
): WorkflowEdge[] {
  const [before, own, other] = [edgeIdsIn(base), edgeIdsIn(mine), edgeIdsIn(theirs)]
  const [ownNodes, otherNodes] = [idsIn(mine), idsIn(theirs)]
  const all = new Map([...theirs.edges, ...mine.edges].map((edge) => [edgeId(edge), edge]))
  return keepInside([...all.values()], nodes).filter((edge) => {
    const isMissing = (side: ReadonlySet<string>) =>
      !side.has(edge.from.node) || !side.has(edge.to.node)
    const id = edgeId(edge)
    const [isMine, isTheirs] = [own.has(id), other.has(id)]
    return (
      (isMine && isTheirs) ||
      !before.has(id) ||
      (isMine ? isMissing(otherNodes) : isMissing(ownNodes))
    )
  })
}

/** Returns the edges that a side has added and the other side has not. */
function listAdded(base: WorkflowGraph, side: WorkflowGraph, other: WorkflowGraph) {
  const existingIds = new Set([...edgeIdsIn(base), ...edgeIdsIn(other)])
  return side.edges.filter((edge) => !existingIds.has(edgeId(edge)))
}

/**
 * True if the merged edges would run a step twice or never, although neither side's edges do.
 * `possible` are the steps that the merge may keep.
 */
export function hasEdgeClash(sides: Sides, possible: readonly WorkflowNode[]): boolean {
  const { base, mine, theirs } = sides
  const added = { mine: listAdded(base, mine, theirs), theirs: listAdded(base, theirs, mine) }
  const [own, other] = [edgeIdsIn(mine), edgeIdsIn(theirs)]
  const [ownNodes, otherNodes] = [idsIn(mine), idsIn(theirs)]
  const kept = idsIn({ nodes: [...possible] })
  // For example, both sides have put a step on the same edge.
  const isReplacedTwice = base.edges.some((edge) => {
    const id = edgeId(edge)
    if (own.has(id) || other.has(id)) return false
    const leaves = ({ from }: WorkflowEdge) =>
      from.node === edge.from.node && from.output === edge.from.output
    const enters = ({ to }: WorkflowEdge) => to.node === edge.to.node && to.input === edge.to.input
    return [leaves, enters].some((isAt) => added.mine.some(isAt) && added.theirs.some(isAt))
  })
  const isCutOff = base.nodes.some(({ id }) => {
    if (ownNodes.has(id) === otherNodes.has(id)) return false
    const [deleting, keeping] = ownNodes.has(id)
      ? [added.theirs, added.mine]
      : [added.mine, added.theirs]
    // The other side connects to a step that this side deleted.
    if (keeping.some(({ from, to }) => from.node === id || to.node === id)) return true
    // The step may be kept, and an edge around it would send every item twice.
    return (
      kept.has(id) &&
      deleting.some(
        ({ from, to }) => closesCircle(base, id, from.node) && closesCircle(base, to.node, id),
      )
    )
  })
  if (isReplacedTwice || isCutOff) return true
  const merged = { nodes: [...possible], edges: mergeEdges(sides, possible) }
  return merged.edges.some(
    (edge) => !own.has(edgeId(edge)) && closesCircle(merged, edge.from.node, edge.to.node),
  )
}

/** Lists the connections in words that only this side has, one per line. */
export function describeEdges(side: WorkflowGraph, other: WorkflowGraph): string {
  const names = new Map(side.nodes.map(({ id, name }) => [id, name]))
  const otherIds = edgeIdsIn(other)
  return side.edges
    .filter((edge) => !otherIds.has(edgeId(edge)))
    .map(({ from, to }) => {
      const output =
        from.output === 'main' ? '' : ` (${outputWords(from.output, ['true', 'false'])})`
      return `${names.get(from.node) ?? ''}${output} → ${names.get(to.node) ?? ''}`
    })
    .join('\n')
}
