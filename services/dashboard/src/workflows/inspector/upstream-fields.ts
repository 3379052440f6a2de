import type { NodeRun, WorkflowGraph, WorkflowItem, WorkflowNode } from '@atrium/contracts'
import {
  asText,
  isRecord,
  parseTemplate,
  quoteName,
  resolveTemplate,
  type Scope,
} from '@atrium/workflow-rules'
import type { Palette } from '../graph/graph.ts'
import type { EventType } from '../palette-queries.ts'

export interface UpstreamField {
  /** The expression without braces. */
  readonly expression: string
  readonly from: string
  /** The value in the last run's sample, as text. */
  readonly value: string | undefined
}

export function nodesBefore(graph: WorkflowGraph, id: string): WorkflowNode[] {
  const known = new Map(graph.nodes.map((node) => [node.id, node]))
  const found = new Set<string>()
  let level = [id]
  while (level.length > 0) {
    const next = graph.edges
      .filter(({ to }) => level.includes(to.node))
      .map(({ from }) => from.node)
    level = [...new Set(next)].filter((each) => !found.has(each) && each !== id)
    for (const each of level) found.add(each)
  }
  return [...found].flatMap((each) => known.get(each) ?? [])
}

const plain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
const stepTo = (key: string): string => (plain.test(key) ? `.${key}` : `[${quoteName(key)}]`)

const longestValue = 200
const mostFields = 300

const findSample = (run: NodeRun | undefined): WorkflowItem | undefined => run?.sample?.items[0]

export interface Sources {
  readonly palette: Palette
  readonly events: readonly EventType[]
  readonly runs: ReadonlyMap<string, NodeRun>
}

function listKeys(node: WorkflowNode, { palette, events, runs }: Sources): Set<string> {
  const keys = new Set(palette.get(node.type)?.emits.map(({ name }) => name))
  if (node.type === 'trigger.event') {
    const event = events.find(({ type }) => type === node.params['eventType'])
    for (const { name } of event?.payload ?? []) keys.add(name)
  }
  for (const key of Object.keys(findSample(runs.get(node.id))?.json ?? {})) keys.add(key)
  return keys
}

const shortened = (value: unknown): string | undefined =>
  value === undefined ? undefined : asText(value).slice(0, longestValue).toWellFormed()

/**
 * Lists the fields for expressions: those of the item, then those of every earlier node by name.
 */
export function upstreamFields(
  graph: WorkflowGraph,
  id: string,
  sources: Sources,
): UpstreamField[] {
  const before = nodesBefore(graph, id)
  const direct = new Set(
    graph.edges.filter(({ to }) => to.node === id).map(({ from }) => from.node),
  )
  const fields: UpstreamField[] = []
  const seen = new Set<string>()
  const add = (expression: string, from: string, value: string | undefined) => {
    if (seen.has(expression) || fields.length >= mostFields) return
    seen.add(expression)
    fields.push({ expression, from, value })
  }
  // Nodes pass their items' fields on, so an earlier node's field is available too.
  for (const node of before) {
    const sample = direct.has(node.id) ? findSample(sources.runs.get(node.id))?.json : undefined
    for (const key of listKeys(node, sources))
      add(`$json${stepTo(key)}`, node.name, shortened(sample?.[key]))
  }
  for (const node of before) {
    const sample = findSample(sources.runs.get(node.id))?.json
    const name = `$node[${quoteName(node.name)}].json`
    for (const key of listKeys(node, sources))
      add(name + stepTo(key), node.name, shortened(sample?.[key]))
  }
  return fields
}

/**
 * Returns the scope of a node's expressions over the last run's samples. Undefined if no earlier
 * node has a sample.
 */
export function sampleScope(
  graph: WorkflowGraph,
  id: string,
  runs: ReadonlyMap<string, NodeRun>,
): Scope | undefined {
  const direct = graph.edges.find(
    ({ to, from }) => to.node === id && findSample(runs.get(from.node)) !== undefined,
  )
  if (direct === undefined) return undefined
  const byName = new Map(graph.nodes.map((node) => [node.name, node.id]))
  return {
    json: findSample(runs.get(direct.from.node))?.json,
    node: (name) => findSample(runs.get(byName.get(name) ?? ''))?.json,
  }
}

/**
 * Resolves a text with expressions for a sample. Returns undefined if the text has no expressions
 * or no value.
 */
export function toPreview(text: string, scope: Scope | undefined): string | undefined {
  if (scope === undefined || !text.includes('{{')) return undefined
  const template = parseTemplate(text)
  if (template.parts.every((part) => typeof part === 'string')) return undefined
  try {
    const value = resolveTemplate(template, scope)
    if (value === undefined) return undefined
    const shown = isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : asText(value)
    return shown.slice(0, longestValue).toWellFormed()
  } catch {
    return undefined
  }
}
