import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import {
  declareFields,
  guessField,
  type Sources,
} from '../inspector/expressions/declared-fields.ts'
import { type NameField, pathWords } from './field-words.ts'

type Labels = ReadonlyMap<string, string>

/** Prepares the field names in each node's expressions, with the labels from the field picker. */
export function prepareNames(
  graph: WorkflowGraph,
  sources: Pick<Sources, 'palette' | 'events'>,
): (nodeId: string) => NameField {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const byName = new Map(graph.nodes.map((node) => [node.name, node]))
  const before = new Map<string, string[]>()
  for (const { from, to } of graph.edges)
    before.set(to.node, [...(before.get(to.node) ?? []), from.node])
  const known = new Map<string, Labels>()
  const labelsOn = (node: WorkflowNode): Labels => {
    const cached = known.get(node.id)
    if (cached !== undefined) return cached
    const labels = new Map(declareFields(node, sources).map(({ name, label }) => [name, label]))
    known.set(node.id, labels)
    return labels
  }
  // Steps pass their items' fields on, so the nearest step that declares the field has its label.
  const findLabel = (nodeId: string, name: string): string | undefined => {
    const seen = new Set([nodeId])
    for (const id of seen) {
      const node = id === nodeId ? undefined : nodes.get(id)
      const label = node === undefined ? undefined : labelsOn(node).get(name)
      if (label !== undefined) return label
      for (const earlier of before.get(id) ?? []) seen.add(earlier)
    }
    return undefined
  }
  return (nodeId) =>
    ({ node, path, root }) => {
      const [name, member, ...rest] = path
      if (typeof name !== 'string' || root !== undefined) return pathWords(path)
      const source = node === null ? undefined : byName.get(node)
      const label =
        (source === undefined ? findLabel(nodeId, name) : labelsOn(source).get(name)) ??
        guessField(name, undefined).label
      if (typeof member !== 'string') return [label, ...pathParts(path.slice(1))].join(' › ')
      const inner = `${label}: ${guessField(member, undefined).label.toLowerCase()}`
      return [inner, ...pathParts(rest)].join(' › ')
    }
}

const pathParts = (path: readonly (string | number)[]): string[] =>
  path.map((step) => pathWords([step]).toLowerCase())
