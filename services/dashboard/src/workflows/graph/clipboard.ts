import { WorkflowGraph, WorkflowGraphInput } from '@atrium/contracts'
import { renameReferences } from '@atrium/workflow-rules'
import { gap, nodeSize, type Point } from './graph.ts'
import { freeId, freeName } from './node-names.ts'

/** The most characters of a pasted text to parse. */
const longest = 1_000_000

/** Returns the selected nodes with the edges between them as JSON for another browser. */
export function copied(graph: WorkflowGraph, chosen: ReadonlySet<string>): string {
  const nodes = graph.nodes.filter(({ id }) => chosen.has(id))
  const edges = graph.edges.filter(({ from, to }) => chosen.has(from.node) && chosen.has(to.node))
  const notes = graph.notes?.filter(({ id }) => chosen.has(id)) ?? []
  return JSON.stringify({ nodes, edges, ...(notes.length === 0 ? {} : { notes }) }, undefined, 2)
}

/**
 * Reads nodes and edges from a pasted text: a copied part, a graph or a whole workflow. Returns
 * undefined for any other text.
 */
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

const listPositions = ({ nodes, notes = [] }: WorkflowGraph): readonly Point[] =>
  [...nodes, ...notes].map(({ position }) => position)

function findBox(places: readonly Point[]) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    left,
    top,
    right: Math.max(...xs) + nodeSize.width,
    bottom: Math.max(...ys) + nodeSize.height,
  }
}

export function measurePart(part: WorkflowGraph): {
  readonly width: number
  readonly height: number
} {
  const { left, top, right, bottom } = findBox(listPositions(part))
  return { width: right - left, height: bottom - top }
}

/** Returns the upper left corner for a part: the wanted one, or below the nodes already there. */
export function freeCorner(part: WorkflowGraph, graph: WorkflowGraph, wanted: Point): Point {
  const { width, height } = measurePart(part)
  const column = listPositions(graph).filter(
    ({ x }) => x < wanted.x + width + gap.x / 2 && x + nodeSize.width + gap.x / 2 > wanted.x,
  )
  const isFree = column.every(
    ({ y }) => y >= wanted.y + height + gap.y / 2 || y + nodeSize.height + gap.y / 2 <= wanted.y,
  )
  return isFree ? wanted : { x: wanted.x, y: findBox(column).bottom + gap.y }
}

/** Returns the part to add to a graph at a point, with new ids and names. */
export function placed(part: WorkflowGraph, graph: WorkflowGraph, at: Point): WorkflowGraph {
  const ids = new Set([...graph.nodes, ...(graph.notes ?? [])].map(({ id }) => id))
  const names = new Set(graph.nodes.map(({ name }) => name))
  const { left, top } = findBox(listPositions(part))
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
    // If two nodes share a name, expressions mean the first.
    if (!newNames.has(node.name)) newNames.set(node.name, name)
    return { ...node, id, name, position: there(node.position) }
  })
  const nodes = named.map((node) => renameReferences(node, newNames))
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
