import type { EmittedField, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import type { Reference } from '@atrium/workflow-rules'
import { type NameField, pathWords } from '@atrium/workflow-rules'
import {
  declareFields,
  guessField,
  type Sources,
} from '../inspector/expressions/declared-fields.ts'

type Fields = ReadonlyMap<string, EmittedField>

/** Finds the declared field at the start of a path. */
export type FindField = (reference: Pick<Reference, 'node' | 'path'>) => EmittedField | undefined

/** What the expressions of one node read, as the field picker shows it. */
export interface NodeFieldWords {
  readonly nameField: NameField
  readonly findField: FindField
}

/** Prepares the names and declarations of the fields in the expressions of each node. */
export function prepareNames(
  graph: WorkflowGraph,
  sources: Pick<Sources, 'palette' | 'events'>,
): (nodeId: string) => NodeFieldWords {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const byName = new Map(graph.nodes.map((node) => [node.name, node]))
  const before = new Map<string, string[]>()
  for (const { from, to } of graph.edges)
    before.set(to.node, [...(before.get(to.node) ?? []), from.node])
  const known = new Map<string, Fields>()
  const declaredOn = (node: WorkflowNode): Fields => {
    const cached = known.get(node.id)
    if (cached !== undefined) return cached
    const fields = new Map(declareFields(node, sources).map((field) => [field.name, field]))
    known.set(node.id, fields)
    return fields
  }
  // Steps pass their items' fields on, so the nearest step that declares the field describes it.
  const findFrom = (starts: readonly string[], name: string): EmittedField | undefined => {
    const seen = new Set(starts)
    for (const id of seen) {
      const node = nodes.get(id)
      const field = node === undefined ? undefined : declaredOn(node).get(name)
      if (field !== undefined) return field
      for (const earlier of before.get(id) ?? []) seen.add(earlier)
    }
    return undefined
  }
  return (nodeId) => {
    const findField: FindField = ({ node, path: [name] }) => {
      if (typeof name !== 'string') return undefined
      const source = node === null ? undefined : byName.get(node)
      return findFrom(source === undefined ? (before.get(nodeId) ?? []) : [source.id], name)
    }
    const nameField: NameField = ({ node, path, root }) => {
      const [name, member, ...rest] = path
      if (typeof name !== 'string' || root !== undefined) return pathWords(path)
      const label = findField({ node, path })?.label ?? guessField(name, undefined).label
      if (typeof member !== 'string') return [label, ...pathParts(path.slice(1))].join(' › ')
      const inner = `${label}: ${guessField(member, undefined).label.toLowerCase()}`
      return [inner, ...pathParts(rest)].join(' › ')
    }
    return { nameField, findField }
  }
}

const pathParts = (path: readonly (string | number)[]): string[] =>
  path.map((step) => pathWords([step]).toLowerCase())
