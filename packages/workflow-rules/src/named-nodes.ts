import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { knownParams } from './check-params.ts'
import { parseTemplate } from './expression.ts'
import { isPath } from './filters/filter-call.ts'
import type { GraphIndex } from './graph-index.ts'
import { listProblem, type NodeRules, type ParamProblem } from './node-rules.ts'
import { readTexts } from './own-property.ts'
import type { Reference } from './reference.ts'

/** An expression with a node name, and the parameter that contains it. */
export interface NamedNode {
  name: string
  /** The path below the parameters, for example `fields.0.value`. */
  path: string
}

// An expression's own path, and the paths in its filter arguments.
const listPaths = (expression: Reference): Reference[] => [
  expression,
  ...(expression.filters ?? []).flatMap(({ args }) => args.filter(isPath)),
]

/** Lists the nodes named by expressions in a JSON value, once per path. */
export const listNamedNodes = (value: unknown): NamedNode[] =>
  readTexts(value, (text, path) => {
    if (!text.includes('$node[')) return []
    const names = new Set<string>()
    for (const part of parseTemplate(text).parts)
      if (typeof part !== 'string')
        for (const { node } of listPaths(part)) if (node !== null) names.add(node)
    return [...names].map((name) => ({ name, path }))
  })

/**
 * Lists the nodes outside `removed` with expressions that name a removed node, unless another node
 * keeps the name.
 */
export function listUses(
  graph: WorkflowGraph,
  removed: ReadonlySet<string>,
): { node: WorkflowNode; name: string; path: string }[] {
  const kept = graph.nodes.filter(({ id }) => !removed.has(id))
  const left = new Set(kept.map(({ name }) => name))
  const lost = new Set(
    graph.nodes.flatMap(({ id, name }) => (removed.has(id) && !left.has(name) ? [name] : [])),
  )
  if (lost.size === 0) return []
  return kept.flatMap((node) =>
    listNamedNodes(node.params).flatMap(({ name, path }) =>
      lost.has(name) ? [{ node, name, path }] : [],
    ),
  )
}

/** Returns the name problems in a node's expressions. */
export type NamingCheck = (definition: NodeRules, node: WorkflowNode, at: number) => ParamProblem[]

const longestName = 100

/** Prepares a check that every named node comes before the node with the expression. */
export function checkNaming(index: GraphIndex): NamingCheck {
  const byName = new Map(index.nodes.map((node, at) => [node.name, at]))
  let ancestors: Ancestors | undefined
  return (definition, node, at) =>
    listNamedNodes(knownParams(definition, node.params)).flatMap(({ name, path }) => {
      const target = byName.get(name)
      ancestors ??= findAncestors(index)
      if (target !== undefined && ancestors(at, target) !== false) return []
      const shown =
        name.length > longestName ? `${name.slice(0, longestName).toWellFormed()}…` : name
      const message =
        target === undefined
          ? `No step has the name "${shown}"`
          : `The step "${shown}" does not come before this one`
      return listProblem(path, message)
    })
}

/**
 * Returns true if the second node comes before the first. Undefined if a cycle hides the first
 * node's order.
 */
type Ancestors = (node: number, earlier: number) => boolean | undefined

// Uses one bit per node pair, because a search per expression would be quadratic in a large graph.
function findAncestors({ nodes, order, incoming }: GraphIndex): Ancestors {
  const words = Math.ceil(nodes.length / 32)
  const sets = new Map<number, Uint32Array>()
  for (const node of order) {
    const earlierNodes = new Uint32Array(words)
    for (const from of new Set((incoming[node] ?? []).map((edge) => edge.from))) {
      sets.get(from)?.forEach((bits, word) => {
        earlierNodes[word] = (earlierNodes[word] ?? 0) | bits
      })
      earlierNodes[from >>> 5] = (earlierNodes[from >>> 5] ?? 0) | (1 << (from & 31))
    }
    sets.set(node, earlierNodes)
  }
  return (node, earlier) => {
    const earlierNodes = sets.get(node)
    return earlierNodes === undefined
      ? undefined
      : ((earlierNodes[earlier >>> 5] ?? 0) & (1 << (earlier & 31))) !== 0
  }
}
