import type { WorkflowGraph, WorkflowNode, WorkflowNote } from '@atrium/contracts'
import { renameReferences } from '@atrium/workflow-rules'
import { hashKey } from '@tanstack/react-query'
import { rename } from '../../graph/edits.ts'
import { freeName } from '../../graph/node-names.ts'
import type { Drawing } from './drawing.ts'
import { describeEdges, hasEdgeClash, keepInside, mergeEdges, type Sides } from './merge-edges.ts'

type Part = string | null | WorkflowNode | WorkflowNote

/** A part that both sides changed differently. A deleted step or note is undefined. */
export interface DrawingClash {
  readonly field: string
  readonly mine: Part | undefined
  readonly theirs: Part | undefined
}

export interface Merge {
  readonly clashes: readonly DrawingClash[]
  /** Returns both sides' changes. Takes their value for these clashes, and mine for all others. */
  readonly resolve: (theirs: ReadonlySet<string>) => Drawing
}

const connections = 'connections'
const empty: WorkflowGraph = { nodes: [], edges: [] }

const hashPart = (part: Part | undefined): string => {
  if (part === undefined || part === null || typeof part === 'string')
    return hashKey([part ?? null])
  const { position: _, ...content } = part
  return hashKey([content])
}

type Winner = 'mine' | 'theirs' | 'clash'

function findWinner(
  base: Part | undefined,
  mine: Part | undefined,
  theirs: Part | undefined,
): Winner {
  const [before, own, other] = [hashPart(base), hashPart(mine), hashPart(theirs)]
  if (own === other || other === before) return 'mine'
  return own === before ? 'theirs' : 'clash'
}

const byId = <T extends { id: string }>(list: readonly T[] = []) =>
  new Map(list.map((each) => [each.id, each]))

/**
 * Applies each side's renames to the other side, because a rename changes the expressions in other
 * steps too. If my step has a name that they use, my step gets another name.
 */
function alignNames(base: WorkflowGraph, mine: WorkflowGraph, theirs: WorkflowGraph) {
  let sides: Sides = { base, mine, theirs }
  const [mineById, theirsById] = [byId(mine.nodes), byId(theirs.nodes)]
  for (const { id, name } of base.nodes) {
    const [own, other] = [mineById.get(id)?.name ?? name, theirsById.get(id)?.name ?? name]
    if (own === other || (own !== name && other !== name)) continue
    const edit = rename(id, own === name ? other : own)
    sides = { base: edit(sides.base), mine: edit(sides.mine), theirs: edit(sides.theirs) }
  }
  const taken = new Map(sides.theirs.nodes.map(({ id, name }) => [name, id]))
  const former = byId(sides.base.nodes)
  for (const { id, name } of sides.mine.nodes) {
    const other = taken.get(name)
    if (other === undefined || other === id || former.get(id)?.name === name) continue
    const names = new Set([...taken.keys(), ...sides.mine.nodes.map((node) => node.name)])
    sides = { ...sides, mine: rename(id, freeName(name, names))(sides.mine) }
  }
  return alignReferences(sides)
}

const refer = (graph: WorkflowGraph, names: ReadonlyMap<string, string>): WorkflowGraph =>
  names.size === 0
    ? graph
    : { ...graph, nodes: graph.nodes.map((node) => renameReferences(node, names)) }

/**
 * If both sides renamed a step, uses my name in the expressions on all sides. Returns the other
 * side's names by step, for a step that keeps the other side's name.
 */
function alignReferences({ base, mine, theirs }: Sides) {
  const [before, other] = [byId(base.nodes), byId(theirs.nodes)]
  const renamed = mine.nodes.flatMap(({ id, name }) => {
    const theirName = other.get(id)?.name
    return theirName === undefined || theirName === name ? [] : [{ id, name, theirName }]
  })
  const toMine = new Map(renamed.map(({ name, theirName }) => [theirName, name]))
  const baseNames = renamed.flatMap(({ id, name }): [string, string][] => {
    const former = before.get(id)?.name
    return former === undefined ? [] : [[former, name]]
  })
  return {
    sides: { base: refer(base, new Map(baseNames)), mine, theirs: refer(theirs, toMine) },
    renamed,
  }
}

interface Pair<T> {
  readonly field: string
  readonly base: T | undefined
  readonly mine: T | undefined
  readonly theirs: T | undefined
  readonly winner: Winner
}

function pairParts<T extends WorkflowNode | WorkflowNote>(
  kind: string,
  base: readonly T[] | undefined,
  mine: readonly T[] | undefined,
  theirs: readonly T[] | undefined,
): readonly Pair<T>[] {
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)]
  return [...new Set([...other.keys(), ...own.keys()])].map((id) => {
    const parts = { base: before.get(id), mine: own.get(id), theirs: other.get(id) }
    const winner = findWinner(parts.base, parts.mine, parts.theirs)
    return { ...parts, field: `${kind} ${id}`, winner }
  })
}

/** Returns the winner's part at the place to which it was moved. Mine wins if both moved it. */
function placePart<T extends WorkflowNode | WorkflowNote>(
  { base, mine, theirs }: Pair<T>,
  isTheirs: boolean,
): T | undefined {
  const part = isTheirs ? theirs : mine
  if (part === undefined) return undefined
  const hasMoved = hashKey([mine?.position]) !== hashKey([base?.position])
  const moved = hasMoved ? (mine ?? theirs) : (theirs ?? mine)
  return moved === undefined ? part : { ...part, position: moved.position }
}

/**
 * Merges both sides' changes since `base`, part by part: name, description, steps, notes and
 * connections. Without a known base, every different part is a clash.
 */
export function mergeDrawings(base: Drawing | undefined, mine: Drawing, theirs: Drawing): Merge {
  const { sides, renamed } = alignNames(base?.graph ?? empty, mine.graph, theirs.graph)
  const steps = pairParts('step', sides.base.nodes, sides.mine.nodes, sides.theirs.nodes)
  const notes = pairParts('note', sides.base.notes, sides.mine.notes, sides.theirs.notes)
  const texts = (['name', 'description'] as const).map((field) => {
    const parts = { base: base?.[field], mine: mine[field], theirs: theirs[field] }
    return { ...parts, field, winner: findWinner(parts.base, parts.mine, parts.theirs) }
  })
  const clashes: DrawingClash[] = [...texts, ...steps, ...notes]
    .filter(({ winner }) => winner === 'clash')
    .map(({ field, ...parts }) => ({ field, mine: parts.mine, theirs: parts.theirs }))
  const lines = {
    mine: describeEdges(sides.mine, sides.theirs),
    theirs: describeEdges(sides.theirs, sides.mine),
  }
  const possible = steps.flatMap((pair) =>
    pair.winner === 'clash' ? (pair.mine ?? pair.theirs ?? []) : (pair[pair.winner] ?? []),
  )
  const hasOtherEdges = lines.mine !== '' || lines.theirs !== ''
  const clashesInEdges = hasOtherEdges && (base === undefined || hasEdgeClash(sides, possible))
  if (clashesInEdges) clashes.push({ field: connections, ...lines })
  return {
    clashes,
    resolve: (chosen) => {
      const isTheirs = ({ field, winner }: Pick<Pair<Part>, 'field' | 'winner'>) =>
        winner === 'theirs' || (winner === 'clash' && chosen.has(field))
      const [name, description] = texts.map((text) => (isTheirs(text) ? text.theirs : text.mine))
      const side = chosen.has(connections) ? 'theirs' : 'mine'
      const nodes = steps.flatMap((pair) => {
        const part = placePart(pair, isTheirs(pair))
        // The chosen connections keep all the steps that they connect.
        return part ?? (clashesInEdges ? pair[side] : undefined) ?? []
      })
      const kept = notes.flatMap((pair) => placePart(pair, isTheirs(pair)) ?? [])
      const edges = clashesInEdges ? keepInside(sides[side].edges, nodes) : mergeEdges(sides, nodes)
      const graph = { nodes, edges, ...(kept.length > 0 && { notes: kept }) }
      const theirNames = renamed
        .filter(({ id }) => chosen.has(`step ${id}`))
        .map((step) => [step.name, step.theirName] as const)
      return {
        name: name ?? mine.name,
        description: description ?? null,
        graph: refer(graph, new Map(theirNames)),
      }
    },
  }
}
