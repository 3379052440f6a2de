import type { WorkflowEdge, WorkflowGraph, WorkflowNode, WorkflowNote } from '@atrium/contracts'
import { renameReferences } from '@atrium/workflow-rules'
import { edgeId, findNode, type Point } from './graph.ts'

/** A pure function for changing a graph. If nothing changes, it returns the same graph. */
export type Edit = (graph: WorkflowGraph) => WorkflowGraph

const changed = (
  graph: WorkflowGraph,
  id: string,
  change: (node: WorkflowNode) => WorkflowNode,
) => {
  const before = findNode(graph, id)
  if (before === undefined) return graph
  const after = change(before)
  return after === before
    ? graph
    : { ...graph, nodes: graph.nodes.map((node) => (node === before ? after : node)) }
}

export const inTurn =
  (...edits: readonly Edit[]): Edit =>
  (graph) =>
    edits.reduce((current, edit) => edit(current), graph)

export const addNodes =
  (
    nodes: readonly WorkflowNode[],
    edges: readonly WorkflowEdge[] = [],
    notes: readonly WorkflowNote[] = [],
  ): Edit =>
  (graph) =>
    nodes.length + notes.length === 0
      ? graph
      : withNotes(
          { ...graph, nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] },
          [...(graph.notes ?? []), ...notes],
        )

/**
 * True if an edge would close a cycle, because its source can already be reached from its target.
 */
export function closesCircle(graph: WorkflowGraph, from: string, to: string): boolean {
  const next = new Map<string, string[]>()
  for (const edge of graph.edges) {
    next.set(edge.from.node, [...(next.get(edge.from.node) ?? []), edge.to.node])
  }
  const seen = new Set([to])
  const pending = [to]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at === from) return true
    for (const each of next.get(at) ?? []) {
      if (seen.has(each)) continue
      seen.add(each)
      pending.push(each)
    }
  }
  return false
}

/** Draws an edge, unless it exists or closes a cycle. */
export const connect =
  (edge: WorkflowEdge): Edit =>
  (graph) => {
    const id = edgeId(edge)
    if (graph.edges.some((other) => edgeId(other) === id)) return graph
    if (closesCircle(graph, edge.from.node, edge.to.node)) return graph
    return { ...graph, edges: [...graph.edges, edge] }
  }

/** Puts a node between the two ends of an edge. The node's given output connects to the target. */
export const insertOnEdge =
  (node: WorkflowNode, edge: string, output: string | undefined): Edit =>
  (graph) => {
    const split = graph.edges.find((each) => edgeId(each) === edge)
    if (split === undefined) return addNodes([node])(graph)
    const exists = findNode(graph, node.id) !== undefined
    const into = { from: split.from, to: { node: node.id, input: 'main' } }
    const onward = output === undefined ? [] : [{ from: { node: node.id, output }, to: split.to }]
    return {
      ...graph,
      nodes: exists ? graph.nodes : [...graph.nodes, node],
      edges: graph.edges.flatMap((each) => (each === split ? [into, ...onward] : [each])),
    }
  }

export const remove =
  (nodes: ReadonlySet<string>, edges: ReadonlySet<string> = new Set()): Edit =>
  (given) => {
    const keptNotes = given.notes?.filter(({ id }) => !nodes.has(id))
    const graph = keptNotes?.length === given.notes?.length ? given : withNotes(given, keptNotes)
    const keptNodes = graph.nodes.filter(({ id }) => !nodes.has(id))
    const keptEdges = graph.edges.filter(
      (edge) => !edges.has(edgeId(edge)) && !nodes.has(edge.from.node) && !nodes.has(edge.to.node),
    )
    return keptNodes.length === graph.nodes.length && keptEdges.length === graph.edges.length
      ? graph
      : { ...graph, nodes: keptNodes, edges: keptEdges }
  }

/**
 * Removes a node. If it had one edge before it and one output in use, its neighbours are connected.
 * Otherwise its edges are removed with it.
 */
export const removeAndJoin =
  (id: string): Edit =>
  (graph) => {
    const before = graph.edges.filter(({ to }) => to.node === id)
    const after = graph.edges.filter(({ from }) => from.node === id)
    const [only] = before.length === 1 ? before : []
    const removed = remove(new Set([id]))(graph)
    const outputs = new Set(after.map(({ from }) => from.output))
    if (only === undefined || outputs.size !== 1) return removed
    return inTurn(...after.map(({ to }) => connect({ from: only.from, to })))(removed)
  }

/** Moves nodes and notes. Positions are rounded to whole pixels. */
export const move =
  (places: ReadonlyMap<string, Point>): Edit =>
  (graph) => {
    let moved = false
    const put = <T extends { id: string; position: Point }>(drawn: T): T => {
      const place = places.get(drawn.id)
      if (place === undefined) return drawn
      const position = { x: Math.round(place.x), y: Math.round(place.y) }
      if (position.x === drawn.position.x && position.y === drawn.position.y) return drawn
      moved = true
      return { ...drawn, position }
    }
    const nodes = graph.nodes.map(put)
    const notes = graph.notes?.map(put)
    return moved ? { ...graph, nodes, ...(notes === undefined ? {} : { notes }) } : graph
  }

/** Returns the graph with other notes. A graph without notes has no list. */
const withNotes = (
  { notes: _, ...graph }: WorkflowGraph,
  notes: WorkflowGraph['notes'],
): WorkflowGraph => (notes === undefined || notes.length === 0 ? graph : { ...graph, notes })

export const addNote = (note: WorkflowNote): Edit => addNodes([], [], [note])

export const writeNote =
  (id: string, text: string): Edit =>
  (graph) =>
    withNotes(
      graph,
      graph.notes?.map((note) => (note.id === id ? { ...note, text } : note)),
    )

/** Sets a node's parameter. Undefined removes it, so its default applies. */
export const setParam =
  (id: string, key: string, value: unknown): Edit =>
  (graph) =>
    changed(graph, id, (node) => {
      if (Object.is(node.params[key], value)) return node
      const { [key]: _, ...rest } = node.params
      return { ...node, params: value === undefined ? rest : { ...node.params, [key]: value } }
    })

/** Renames an output of a list parameter, and updates its edges. */
export const renameOutput =
  (id: string, output: string, name: string): Edit =>
  (graph) => ({
    ...graph,
    edges: graph.edges.map((edge) =>
      edge.from.node === id && edge.from.output === output
        ? { ...edge, from: { node: id, output: name } }
        : edge,
    ),
  })

export const dropLostOutputs =
  (id: string, outputs: readonly string[]): Edit =>
  (graph) => {
    const edges = graph.edges.filter(
      ({ from }) => from.node !== id || outputs.includes(from.output),
    )
    return edges.length === graph.edges.length ? graph : { ...graph, edges }
  }

/** Renames a node, and updates the expressions with its name. */
export const rename =
  (id: string, name: string): Edit =>
  (graph) => {
    const before = findNode(graph, id)?.name
    if (before === undefined || before === name) return graph
    const isShared = graph.nodes.some((node) => node.id !== id && node.name === before)
    return {
      ...graph,
      nodes: graph.nodes.map((node) => {
        const named = node.id === id ? { ...node, name } : node
        // If two nodes share a name, expressions may mean the other node, so expressions stay unchanged.
        return isShared ? named : renameReferences(named, new Map([[before, name]]))
      }),
    }
  }

export const setRunOnFailure =
  (id: string, on: boolean): Edit =>
  (graph) =>
    changed(graph, id, ({ runOnFailure: _, ...node }) =>
      on ? { ...node, runOnFailure: true } : node,
    )
