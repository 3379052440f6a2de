import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'

export interface IncomingEdge {
  /** The source node's index. */
  from: number
  output: string
  /** The target input's name. */
  input: string
}

/** A graph with nodes and edges by index and an execution order. */
export interface GraphIndex {
  nodes: readonly WorkflowNode[]
  positions: ReadonlyMap<string, number>
  incoming: readonly (readonly IncomingEdge[])[]
  outgoing: readonly (readonly number[])[]
  /**
   * The topological order, which follows the node order if it can. Leaves out nodes on or after a
   * cycle.
   */
  order: readonly number[]
}

/**
 * Indexes a graph in one pass and skips dangling edges. If two nodes share an id, the first one
 * wins.
 */
export function indexGraph(graph: WorkflowGraph): GraphIndex {
  const positions = new Map<string, number>()
  graph.nodes.forEach((node, index) => {
    if (!positions.has(node.id)) positions.set(node.id, index)
  })
  const incoming: IncomingEdge[][] = graph.nodes.map(() => [])
  const outgoing: number[][] = graph.nodes.map(() => [])
  for (const edge of graph.edges) {
    const from = positions.get(edge.from.node)
    const to = positions.get(edge.to.node)
    if (from === undefined || to === undefined) continue
    incoming[to]?.push({ from, output: edge.from.output, input: edge.to.input })
    outgoing[from]?.push(to)
  }
  return { nodes: graph.nodes, positions, incoming, outgoing, order: sortNodes(incoming, outgoing) }
}

function sortNodes(
  incoming: readonly (readonly IncomingEdge[])[],
  outgoing: readonly (readonly number[])[],
): number[] {
  const waiting = incoming.map((edges) => edges.length)
  const ready = waiting.flatMap((count, index) => (count === 0 ? [index] : []))
  const order: number[] = []
  for (let at = 0; at < ready.length; at += 1) {
    const node = ready[at] ?? 0
    order.push(node)
    for (const next of outgoing[node] ?? []) {
      const left = (waiting[next] ?? 0) - 1
      waiting[next] = left
      if (left === 0) ready.push(next)
    }
  }
  return order
}

/**
 * Returns the cycles: strongly connected components with several nodes, and self loops (Tarjan,
 * without recursion).
 */
export function findCycles(index: GraphIndex): number[][] {
  const done = new Set(index.order)
  const suspects = index.nodes.map((_, node) => node).filter((node) => !done.has(node))
  const state = new Map<number, { low: number; number: number; onStack: boolean }>()
  const stack: number[] = []
  const cycles: number[][] = []
  let counter = 0
  const enter = (node: number) => {
    const entry = { low: counter, number: counter, onStack: true }
    counter += 1
    state.set(node, entry)
    stack.push(node)
    return { node, entry, next: 0 }
  }
  for (const root of suspects) {
    if (state.has(root)) continue
    const frames = [enter(root)]
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const target = index.outgoing[frame.node]?.[frame.next]
      frame.next += 1
      if (target === undefined) {
        frames.pop()
        const parent = frames.at(-1)
        if (parent !== undefined) parent.entry.low = Math.min(parent.entry.low, frame.entry.low)
        if (frame.entry.low === frame.entry.number) collect(frame.node)
        continue
      }
      const visited = state.get(target)
      if (visited === undefined) frames.push(enter(target))
      else if (visited.onStack) frame.entry.low = Math.min(frame.entry.low, visited.number)
    }
  }
  return cycles

  function collect(root: number): void {
    const members: number[] = []
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const entry = state.get(node)
      if (entry !== undefined) entry.onStack = false
      members.push(node)
      if (node === root) break
    }
    if (members.length > 1 || index.outgoing[root]?.includes(root) === true)
      cycles.push(members.reverse())
  }
}
