import { type ReadWorkflow, WorkflowGraph, workflowErrors } from '@atrium/contracts'
import type { Pace } from '../engine/index.ts'
import { type ItemShape, sameShape } from './document/item-shape.ts'
import { type Flow, type FlowEdge, planFlow } from './document/plan-flow.ts'
import { type N8nDocument, type N8nStep, readDocument } from './document/read-document.ts'
import { type Place, readExpressions } from './expressions/translate-text.ts'
import { GraphBuilder, UniqueNames } from './graph-builder.ts'
import { type CheckGraph, type Palette, StepNotes } from './step-notes.ts'
import { loopType } from './steps/flow.ts'
import { mapStep } from './steps/map-step.ts'
import {
  type MappedNode,
  type Mapping,
  type Output,
  passOnNode,
  StepReader,
} from './steps/mapping.ts'

/** A step in the imported graph. */
interface Placed {
  /** The node that incoming connections lead to. Undefined for a trigger. */
  entry: string | undefined
  exits: readonly string[]
  outputs: readonly Output[]
  shape: ItemShape
  trigger: Place['trigger']
  /** The node behind the last batch of a loop. */
  end?: string
}

const moments: Readonly<Record<string, string>> = {
  'trigger.manual': 'firedAt',
  'trigger.schedule': 'firedAt',
  'trigger.webhook': 'receivedAt',
}

const stepGap = 80

class N8nImport {
  readonly #document: N8nDocument
  readonly #palette: Palette
  readonly #flow: Flow
  readonly #graph = new GraphBuilder()
  /** The places of the nodes' original steps. */
  readonly #origins: number[] = []
  readonly #names = new UniqueNames()
  /** The imported names, by the place of the step. */
  readonly #ownNames: readonly string[]
  readonly #places = new Map<string, number>()
  readonly #placed = new Map<number, Placed>()
  readonly #incoming = new Map<number, FlowEdge[]>()
  readonly #isLoopEnd: ReadonlySet<number>
  /** The steps that belong to another step, by its name. */
  readonly #parts = new Map<string, N8nStep[]>()
  readonly #notes: StepNotes

  constructor(document: N8nDocument, palette: Palette) {
    this.#document = document
    this.#palette = palette
    this.#notes = new StepNotes(document.steps, palette)
    this.#ownNames = document.steps.map(({ name }, at) => this.#names.take(name, `Step ${at + 1}`))
    for (const [at, { name }] of document.steps.entries()) {
      if (!this.#places.has(name)) this.#places.set(name, at)
    }
    this.#flow = planFlow(document, (at) => this.#findLoop(at))
    for (const edge of this.#flow.edges) {
      const known = this.#incoming.get(edge.to)
      if (known === undefined) this.#incoming.set(edge.to, [edge])
      else known.push(edge)
    }
    for (const { from, to, kind } of document.connections) {
      const part = kind === 'main' ? undefined : document.steps[this.#places.get(from) ?? -1]
      if (part === undefined) continue
      const known = this.#parts.get(to)
      if (known === undefined) this.#parts.set(to, [part])
      else known.push(part)
    }
    this.#isLoopEnd = new Set(this.#flow.closing.map(({ to }) => to))
  }

  #findLoop(at: number): { done: number } | undefined {
    const step = this.#document.steps[at]
    if (step?.type !== loopType || step.isDisabled) return undefined
    return { done: step.version >= 3 ? 0 : 1 }
  }

  async run(pace: Pace, check: CheckGraph): Promise<ReadWorkflow> {
    for (const at of this.#flow.order) {
      await this.#place(at, pace)
      if (pace.due()) await pace.yield()
    }
    this.#connect()
    this.#notes.addLost(this.#flow.lost, (at) => this.#placed.has(at))
    const { nodes, edges, notes } = this.#graph
    const graph = WorkflowGraph.safeParse({ nodes, edges, ...(notes.length > 0 ? { notes } : {}) })
    if (!graph.success) {
      throw workflowErrors.workflow_invalid({
        message: 'The workflow is too large for one import. Split it in n8n first.',
      })
    }
    this.#notes.addProblems(await check(graph.data), this.#origins)
    return { name: this.#document.name, graph: graph.data, notes: this.#notes.all }
  }

  #readPlace(at: number): Place {
    const sources = (this.#incoming.get(at) ?? []).flatMap(
      ({ from }) => this.#placed.get(from) ?? [],
    )
    const [first, ...others] = sources
    const isCommon = first !== undefined && others.every(({ shape }) => shape === first.shape)
    return {
      shape: isCommon ? first.shape : sameShape,
      trigger: sources.find(({ trigger }) => trigger !== undefined)?.trigger,
      workflow: this.#document.name,
      expressions: new Map(),
      findStep: (name) => {
        const found = this.#places.get(name)
        const own = found === undefined ? undefined : this.#ownNames[found]
        if (found === undefined || own === undefined) return undefined
        return { name: own, shape: this.#placed.get(found)?.shape ?? sameShape }
      },
    }
  }

  async #place(at: number, pace: Pace): Promise<void> {
    const step = this.#document.steps[at]
    if (step === undefined) return
    if (this.#graph.isFull) {
      this.#notes.add(at, 'missing', 'A workflow has at most 5,000 steps. Split it in n8n first.')
      return
    }
    const place = this.#readPlace(at)
    await readExpressions(step.parameters, place, pace)
    const reader = new StepReader(step, place, {
      zone: this.#document.zone,
      parts: this.#parts.get(step.name) ?? [],
      isAvailable: (type) => this.#palette.has(type),
    })
    const mapped = mapStep(reader)
    if ('missing' in mapped) {
      this.#notes.add(at, 'missing', mapped.missing)
      this.#graph.addNote(
        `${step.name.slice(0, 200).toWellFormed()}\n\n${mapped.note ?? mapped.missing}`,
        step.position,
      )
    } else if ('absorbed' in mapped) {
      this.#notes.add(at, 'mapped', mapped.absorbed)
      if (mapped.note !== undefined) this.#graph.addNote(mapped.note, step.position)
    } else this.#placeMapping(at, mapped, reader)
  }

  #placeMapping(at: number, mapping: Mapping, reader: StepReader): void {
    const { triggers = [], node, outputs = ['main'], shape = sameShape } = mapping
    const name = this.#ownNames[at] ?? ''
    const { position } = reader.step
    const problems = [...(mapping.differences ?? []), ...reader.lost]
    const add = (given: MappedNode, own: string, moved: number): string => {
      const added = this.#graph.add(given, own, { x: position.x + moved, y: position.y })
      this.#origins.push(at)
      if (!added.isWhole) problems.push('The parameters were too large. Enter them again.')
      return added.id
    }
    const started = triggers.map((trigger, index) => {
      const own =
        node === undefined && index === 0 ? name : this.#names.take(`${name} trigger`, 'Trigger')
      return {
        ...trigger,
        own,
        id: add(trigger, own, (node === undefined ? 0 : -300) + index * stepGap),
      }
    })
    const chain = (mapping.before ?? []).map((each, index) =>
      add(each, this.#names.take(`${name} first`, 'First'), -260 + index * stepGap),
    )
    const main = node === undefined ? undefined : add(node, name, 0)
    const row = main === undefined ? [] : [...chain, main]
    for (const [index, id] of row.slice(1).entries()) {
      this.#graph.connect({ node: row[index] ?? '', output: 'main' }, id)
    }
    const [entry] = row
    if (entry !== undefined) {
      for (const { id } of started) this.#graph.connect({ node: id, output: 'main' }, entry)
    }
    const [first] = started
    const moment = moments[first?.type ?? '']
    const isEnd = this.#isLoopEnd.has(at)
    this.#placed.set(at, {
      entry,
      exits: main === undefined ? started.map(({ id }) => id) : [main],
      outputs,
      shape: shape === 'passes' ? reader.place.shape : shape,
      trigger: first && moment ? { name: first.own, moment } : reader.place.trigger,
      ...(isEnd ? { end: add(passOnNode, this.#names.take(`${name} done`, 'Done'), 300) } : {}),
    })
    const types = [
      ...triggers,
      ...(mapping.before ?? []),
      ...(node === undefined ? [] : [node]),
    ].map(({ type }) => type)
    this.#notes.addMapping(at, {
      types: [...new Set(types)],
      problems,
      hint: mapping.hint,
      hasLostExpression: reader.hasLostExpression,
    })
  }

  #lose(from: number, to: number): void {
    const names = this.#flow.lost.get(from) ?? []
    this.#flow.lost.set(from, names)
    const name = this.#document.steps[to]?.name ?? ''
    if (names.length < 10 && !names.includes(name)) names.push(name)
  }

  /** Returns false if a connection could not be drawn. */
  #draw(exits: readonly string[], output: Output, to: string | undefined): boolean {
    const lines = [output ?? []]
      .flat()
      .flatMap((name) => exits.map((node) => ({ node, output: name })))
    if (to === undefined || lines.length === 0) return false
    return lines.map((from) => this.#graph.connect(from, to)).every(Boolean)
  }

  #connect(): void {
    // Merge joins its inputs in this order.
    const edges = this.#flow.edges.toSorted((one, other) => one.input - other.input)
    for (const edge of edges) {
      const [source, target] = [this.#placed.get(edge.from), this.#placed.get(edge.to)]
      const output = source?.outputs[edge.output]
      const isAfterLoop =
        source?.end !== undefined && edge.output === this.#findLoop(edge.from)?.done
      const isLoop = this.#findLoop(edge.from) !== undefined
      const exits = isAfterLoop ? [source?.end ?? ''] : (source?.exits ?? [])
      const isDrawn = this.#draw(exits, isLoop ? 'main' : output, target?.entry)
      if (!isDrawn) this.#lose(edge.from, edge.to)
    }
    for (const { from, to, output } of this.#flow.closing) {
      const [source, end] = [this.#placed.get(from), this.#placed.get(to)?.end]
      const name = this.#findLoop(from) === undefined ? source?.outputs[output] : 'main'
      const exits =
        source?.end !== undefined && output === this.#findLoop(from)?.done
          ? [source.end]
          : source?.exits
      if (!this.#draw(exits ?? [], name, end)) this.#lose(from, to)
    }
  }
}

/**
 * Translates a workflow of n8n to a graph. Executes no code and reads no account. Throws
 * `workflow_invalid` if the document is not a workflow or is too large.
 */
export async function importN8n(
  given: unknown,
  palette: Palette,
  pace: Pace,
  check: CheckGraph = async () => [],
): Promise<ReadWorkflow> {
  const document = readDocument(given)
  if (document === undefined) {
    throw workflowErrors.workflow_invalid({
      message: 'This file is not a workflow of n8n. Download it there again as a file.',
    })
  }
  return new N8nImport(document, palette).run(pace, check)
}
