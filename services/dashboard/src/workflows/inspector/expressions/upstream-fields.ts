import type {
  EmittedField,
  FieldType,
  NodeRun,
  WorkflowGraph,
  WorkflowItem,
  WorkflowNode,
} from '@atrium/contracts'
import {
  asText,
  isRecord,
  type Place,
  parseTemplate,
  quoteName,
  resolveTemplate,
  type Scope,
} from '@atrium/workflow-rules'
import { declareFields, guessField, type Sources } from './declared-fields.ts'
import { formatSample } from './format-sample.ts'

/** An earlier step's field that an expression can insert. */
export interface UpstreamField {
  /** The expression without braces. */
  readonly expression: string
  /** The field's name in words, for example "Invoice number". */
  readonly label: string
  /** The name of the step that provides the field. */
  readonly from: string
  readonly type: FieldType
  /** The value in words: the last run's value, otherwise the descriptor's example. */
  readonly shown: string | undefined
  /** The expression of a money field's currency. */
  readonly currency: string | undefined
  /** The fixed values with their words. */
  readonly options?: EmittedField['options']
}

export function nodesBefore(graph: WorkflowGraph, id: string): WorkflowNode[] {
  const known = new Map(graph.nodes.map((node) => [node.id, node]))
  const found = new Set<string>()
  let level = [id]
  while (level.length > 0) {
    const from = new Set(level)
    const next = graph.edges.filter((edge) => from.has(edge.to.node)).map((edge) => edge.from.node)
    level = [...new Set(next)].filter((each) => !found.has(each) && each !== id)
    for (const each of level) found.add(each)
  }
  return [...found].flatMap((each) => known.get(each) ?? [])
}

const plain = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
const stepTo = (key: string): string => (plain.test(key) ? `.${key}` : `[${quoteName(key)}]`)

const longestValue = 200
const mostFields = 300
const mostMembers = 30

const findSample = (run: NodeRun | undefined): WorkflowItem | undefined => run?.sample?.items[0]

interface ProvidedFields {
  readonly node: WorkflowNode
  readonly fields: readonly EmittedField[]
}

/**
 * Lists the fields from each earlier step, nearest step first. Steps pass their items' fields on,
 * so a field in a sample belongs to the first step that has it.
 */
function listProvided(graph: WorkflowGraph, id: string, sources: Sources): ProvidedFields[] {
  const before = nodesBefore(graph, id)
  const names = new Map<string, ReadonlySet<string>>()
  const declared = new Map<string, readonly EmittedField[]>()
  for (const node of before) {
    const declaredFields = declareFields(node, sources)
    const sample = findSample(sources.runs.get(node.id))?.json ?? {}
    declared.set(node.id, declaredFields)
    names.set(node.id, new Set([...declaredFields.map(({ name }) => name), ...Object.keys(sample)]))
  }
  return before.map((node) => {
    const declaredFields = declared.get(node.id) ?? []
    const seen = new Set(declaredFields.map(({ name }) => name))
    const earlier = nodesBefore(graph, node.id).map((each) => names.get(each.id))
    const sample = findSample(sources.runs.get(node.id))?.json ?? {}
    const more = Object.entries(sample).filter(
      ([name]) => !seen.has(name) && !earlier.some((passed) => passed?.has(name)),
    )
    return {
      node,
      fields: [...declaredFields, ...more.map(([name, value]) => guessField(name, value))],
    }
  })
}

/** Lists the fields for expressions, with those of the nearest steps first. */
export function upstreamFields(
  graph: WorkflowGraph,
  id: string,
  sources: Sources,
): UpstreamField[] {
  const direct = new Set(
    graph.edges.filter(({ to }) => to.node === id).map(({ from }) => from.node),
  )
  const found = new Map<string, UpstreamField>()
  for (const { node, fields } of listProvided(graph, id, sources)) {
    const base = direct.has(node.id) ? '$json' : `$node[${quoteName(node.name)}].json`
    const sample = findSample(sources.runs.get(node.id))?.json
    for (const field of describeFields(
      { base, from: node.name, sample, place: sources.place },
      fields,
    )) {
      if (found.size >= mostFields) return [...found.values()]
      if (!found.has(field.expression)) found.set(field.expression, field)
    }
  }
  return [...found.values()]
}

interface Parent {
  /** The expression of the object with the fields. */
  readonly base: string
  readonly from: string
  /** The value of the object in the last run. */
  readonly sample: unknown
  readonly place: Place
  /** The name of the object, if it is a field itself. */
  readonly label?: string
}

// Describes an object's fields, and the members if a field is an object.
function describeFields(parent: Parent, fields: readonly EmittedField[]): UpstreamField[] {
  const { base, from, sample, place } = parent
  const values = new Map(
    fields.map(({ name, example }) => [name, readMember(sample, name) ?? example]),
  )
  const currency = fields.find(({ type }) => type === 'currency')?.name
  const unit = currency === undefined ? undefined : values.get(currency)
  return fields.flatMap(({ name, label, type, options }) => {
    const value = values.get(name)
    const expression = base + stepTo(name)
    const field: UpstreamField = {
      expression,
      label: parent.label === undefined ? label : `${parent.label}: ${label.toLowerCase()}`,
      from,
      type,
      shown: formatSample(value, { type, currency: unit, options }, place)
        ?.slice(0, longestValue)
        .toWellFormed(),
      currency: type === 'money' && currency !== undefined ? base + stepTo(currency) : undefined,
      options,
    }
    // Members are listed one level deep. An expression can still go deeper.
    if (!isRecord(value) || parent.label !== undefined) return [field]
    const members = Object.entries(value).slice(0, mostMembers)
    const guessed = members.map(([key, member]) => guessField(key, member))
    return [
      field,
      ...describeFields({ base: expression, from, sample: value, place, label }, guessed),
    ]
  })
}

const readMember = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

/**
 * Returns the scope for a node's expressions: the last run's samples. A step without a sample has
 * example values for its fields.
 */
export function sampleScope(
  graph: WorkflowGraph,
  id: string,
  sources: Sources,
): { readonly scope: Scope; readonly isReal: boolean } | undefined {
  const before = nodesBefore(graph, id)
  if (before.length === 0) return undefined
  const readItem = (node: WorkflowNode | undefined): unknown => {
    if (node === undefined) return undefined
    const fields = declareFields(node, sources)
    const examples = fields.map(({ name, example }) => [name, example] as const)
    return findSample(sources.runs.get(node.id))?.json ?? Object.fromEntries(examples)
  }
  const from = graph.edges.filter(({ to }) => to.node === id).map((edge) => edge.from.node)
  const direct = before.filter((node) => from.includes(node.id))
  const ran = direct.find((node) => findSample(sources.runs.get(node.id)) !== undefined)
  const { place } = sources
  const byName = new Map(before.map((node) => [node.name, node]))
  const nearest = ran ?? direct[0]
  // Examples of earlier steps are visible too, because steps pass their items' fields on.
  const passed = ran === undefined ? before.toReversed().map(readItem) : []
  const json = Object.assign(Object.create(null), ...passed, readItem(nearest))
  return {
    scope: {
      json: { ...json },
      node: (name) => readItem(byName.get(name)),
      values: { input: {}, setting: { locale: place.locale, timezone: place.zone }, skill: {} },
    },
    isReal: ran !== undefined,
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
