import type {
  NodeDescriptor,
  NodeRun,
  WorkflowEdge,
  WorkflowGraph,
  WorkflowNode,
  WorkflowNote,
} from '@atrium/contracts'
import { listOutputs } from '@atrium/workflow-rules'
import type { Edge, Node } from '@xyflow/react'
import { edgeId, type Palette } from '../../graph/graph.ts'
import { prepareNames } from '../../graph/name-fields.ts'
import type { EventType } from '../../palette-queries.ts'
import { itemsAlong, type RunLayer } from '../../runs/run-layer.ts'
import type { Change } from '../../versions/compare-graphs.ts'
import { nodeLine } from './node-line.ts'
import { runLine } from './run-line.ts'

export interface StepData extends Record<string, unknown> {
  readonly node: WorkflowNode
  readonly descriptor: NodeDescriptor | undefined
  /** The line below the name: what the step does, or what happened in the shown run. */
  readonly line: string
  /** The node's outputs as JSON. `inputs` are the inputs with edges. */
  readonly outputs: string
  readonly inputs: string
  /** The outputs without an edge, as JSON. */
  readonly open: string
  readonly problem: string | undefined
  readonly run: NodeRun | undefined
  readonly waits: boolean
  readonly isPinned: boolean
  readonly change: Change | undefined
}
export type StepNode = Node<StepData, 'step'>

export type NoteNode = Node<{ readonly note: WorkflowNote } & Record<string, unknown>, 'note'>
export type DrawnNode = StepNode | NoteNode

export interface LinkData extends Record<string, unknown> {
  readonly output: string | undefined
  readonly count: number | undefined
  readonly flows: boolean
}
export type LinkEdge = Edge<LinkData, 'link'>

export interface Facts {
  readonly palette: Palette
  /** Event types for triggers. Their fields have labels. */
  readonly events?: readonly EventType[] | undefined
  readonly problems: ReadonlyMap<string, string>
  readonly layer: RunLayer | undefined
  readonly pins: ReadonlySet<string> | undefined
  readonly changes?: ReadonlyMap<string, Change>
}

const sameData = <T extends object>(one: T, other: T): boolean =>
  Object.entries(one).every(([key, value]) =>
    Object.is(value, (other as Record<string, unknown>)[key]),
  )

/** Returns the previous list if nothing has changed. */
const kept = <T>(drawn: T[], former: readonly T[]): T[] =>
  drawn.length === former.length && drawn.every((each, at) => each === former[at])
    ? (former as T[])
    : drawn

/** Returns each node's inputs: `main`, and inputs used by edges of older graphs. */
function findInputs({ edges }: WorkflowGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const inputs = new Map<string, Set<string>>()
  for (const { to } of edges) {
    if (to.input === 'main') continue
    inputs.set(to.node, (inputs.get(to.node) ?? new Set(['main'])).add(to.input))
  }
  return inputs
}

function findUsedOutputs({ edges }: WorkflowGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>()
  for (const { from } of edges) {
    used.set(from.node, (used.get(from.node) ?? new Set()).add(from.output))
  }
  return used
}

/** Says what an event trigger waits for, because the type of the event is code. */
const findEventWords = (
  { type, params }: WorkflowNode,
  events: readonly EventType[],
): string | undefined =>
  type === 'trigger.event'
    ? events.find((event) => event.type === params['eventType'])?.description
    : undefined

/**
 * Returns the nodes to draw. If a node has not changed, its object is reused, because a new object
 * would be rendered again.
 */
export function flowNodes(
  former: readonly DrawnNode[],
  graph: WorkflowGraph,
  facts: Facts,
): DrawnNode[] {
  const formerNodes = new Map(former.map((node) => [node.id, node]))
  const [inputs, used] = [findInputs(graph), findUsedOutputs(graph)]
  const { palette, events = [] } = facts
  const namesIn = prepareNames(graph, { palette, events })
  const steps = graph.nodes.map((node): DrawnNode => {
    const descriptor = palette.get(node.type)
    const run = facts.layer?.nodes.get(node.id)
    const outputs = descriptor === undefined ? ['main'] : listOutputs(descriptor, node.params)
    const words = namesIn(node.id)
    const data: StepData = {
      node,
      descriptor,
      line:
        run === undefined
          ? ((node.name === descriptor?.label ? findEventWords(node, events) : undefined) ??
            nodeLine(node, descriptor, words))
          : runLine(run, words.nameField),
      run,
      problem: facts.problems.get(node.id),
      outputs: JSON.stringify(outputs),
      open: JSON.stringify(outputs.filter((output) => used.get(node.id)?.has(output) !== true)),
      inputs: JSON.stringify([...(inputs.get(node.id) ?? ['main'])]),
      isPinned: facts.pins?.has(node.id) === true,
      change: facts.changes?.get(node.id),
      waits: facts.layer !== undefined && run === undefined,
    }
    const before = formerNodes.get(node.id)
    if (before?.type === 'step' && sameData(data, before.data)) return before
    const { name } = node
    return {
      ...(before as StepNode | undefined),
      id: node.id,
      type: 'step',
      position: node.position,
      data,
      ariaLabel: `${name}, ${descriptor?.label ?? node.type}`,
    }
  })
  const notes = (graph.notes ?? []).map((note): DrawnNode => {
    const before = formerNodes.get(note.id)
    if (before?.type === 'note' && before.data.note === note) return before
    const place = { position: note.position, zIndex: -1 }
    return {
      ...(before as NoteNode | undefined),
      id: note.id,
      type: 'note',
      ...place,
      data: { note },
      ariaLabel: 'Note',
    }
  })
  return kept([...notes, ...steps], former)
}

const toLink = (
  edge: WorkflowEdge,
  graph: ReadonlyMap<string, WorkflowNode>,
  facts: Facts,
): LinkEdge => {
  const source = graph.get(edge.from.node)
  const descriptor = source === undefined ? undefined : facts.palette.get(source.type)
  const outputs =
    source === undefined || descriptor === undefined ? [] : listOutputs(descriptor, source.params)
  const { layer } = facts
  return {
    id: edgeId(edge),
    type: 'link',
    source: edge.from.node,
    target: edge.to.node,
    sourceHandle: edge.from.output,
    targetHandle: edge.to.input,
    ariaLabel: `From ${source?.name ?? edge.from.node} to ${graph.get(edge.to.node)?.name ?? edge.to.node}`,
    data: {
      output: outputs.length > 1 ? edge.from.output : undefined,
      count: layer === undefined ? undefined : itemsAlong(layer, edge.from.node, edge.from.output),
      flows: layer?.nodes.get(edge.to.node)?.status === 'running',
    },
  }
}

/** Returns the edges to draw. Unchanged edges are reused. */
export function flowEdges(
  former: readonly LinkEdge[],
  graph: WorkflowGraph,
  facts: Facts,
): LinkEdge[] {
  const formerEdges = new Map(former.map((edge) => [edge.id, edge]))
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const drawn = graph.edges
    .filter(({ from, to }) => nodes.has(from.node) && nodes.has(to.node))
    .map((edge) => {
      const link = toLink(edge, nodes, facts)
      const before = formerEdges.get(link.id)
      if (before === undefined) return link
      const same =
        sameData(link.data ?? {}, before.data ?? {}) && before.ariaLabel === link.ariaLabel
      return same ? before : { ...before, ...link }
    })
  return kept(drawn, former)
}
