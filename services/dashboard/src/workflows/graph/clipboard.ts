import { WorkflowGraph, WorkflowGraphInput } from '@atrium/contracts'
import type { Point } from './graph.ts'
import { freeId, freeName } from './node-names.ts'
import { renamedReferences } from './renamed-references.ts'

/** The most characters of a pasted text that is read as nodes. */
const longest = 1_000_000

/** The chosen nodes with the edges between them, as JSON that another browser pastes. */
export function copied(graph: WorkflowGraph, chosen: ReadonlySet<string>): string {
  const nodes = graph.nodes.filter(({ id }) => chosen.has(id))
  const edges = graph.edges.filter(({ from, to }) => chosen.has(from.node) && chosen.has(to.node))
  const notes = graph.notes?.filter(({ id }) => chosen.has(id)) ?? []
  return JSON.stringify({ nodes, edges, ...(notes.length === 0 ? {} : { notes }) }, undefined, 2)
}

/** The nodes and edges of a pasted text: a copied part, a graph, or a whole workflow; undefined for another text. */
export function readPasted(text: string): WorkflowGraph | undefined {
  if (text.length > longest || !text.includes('"nodes"')) return undefined
  try {
    const given = JSON.parse(text) as { graph?: unknown }
    const read = WorkflowGraphInput.safeParse(given.graph ?? given)
    return read.success && read.data.nodes.length + (read.data.notes?.length ?? 0) > 0
      ? WorkflowGraph.parse(read.data)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * The part to add to a graph: with ids and names that the graph does not have, its expressions following the names, and
 * its upper left corner at a place.
 */
export function placed(part: WorkflowGraph, graph: WorkflowGraph, at: Point): WorkflowGraph {
  const ids = new Set([...graph.nodes, ...(graph.notes ?? [])].map(({ id }) => id))
  const names = new Set(graph.nodes.map(({ name }) => name))
  const places = [...part.nodes, ...(part.notes ?? [])].map(({ position }) => position)
  const left = Math.min(...places.map(({ x }) => x))
  const top = Math.min(...places.map(({ y }) => y))
  const there = ({ x, y }: Point): Point => ({
    x: Math.round(x - left + at.x),
    y: Math.round(y - top + at.y),
  })
  const newIds = new Map<string, string>()
  const newNames = new Map<string, string>()
  const named = part.nodes.map((node) => {
    const id = freeId(ids)
    ids.add(id)
    newIds.set(node.id, id)
    const name = freeName(node.name, names)
    names.add(name)
    // Of two nodes with one name, expressions mean the first.
    if (!newNames.has(node.name)) newNames.set(node.name, name)
    return { ...node, id, name, position: there(node.position) }
  })
  const nodes = named.map((node) => renamedReferences(node, newNames))
  const edges = part.edges.flatMap(({ from, to }) => {
    const [source, target] = [newIds.get(from.node), newIds.get(to.node)]
    if (source === undefined || target === undefined) return []
    return [{ from: { ...from, node: source }, to: { ...to, node: target } }]
  })
  const notes = part.notes?.map((note) => {
    const id = freeId(ids)
    ids.add(id)
    return { ...note, id, position: there(note.position) }
  })
  return { nodes, edges, ...(notes === undefined ? {} : { notes }) }
}
