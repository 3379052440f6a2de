import type { GraphProblemCode, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { checkParams, knownParams, patternBudget } from './check-params.ts'
import { findCycles, type GraphIndex, indexGraph } from './graph-index.ts'
import { checkNaming, type NamingCheck } from './named-nodes.ts'
import {
  type CheckBudget,
  listOutputs,
  type NodeRules,
  type Pace,
  type ParamProblem,
  type RulesLookup,
  type ShapeLookup,
} from './node-rules.ts'

export interface GraphProblem {
  code: GraphProblemCode
  /** The path below the workflow: `graph.nodes.2.name`. */
  path: string
  message: string
}

/** Returns the problems that prevent a graph's activation, at most 10,000. */
export async function validateGraph(
  graph: WorkflowGraph,
  lookup: RulesLookup,
  pace: Pace,
): Promise<GraphProblem[]> {
  const index = indexGraph(graph)
  const problems = structuralProblems(graph, index, lookup)
  const budget = { patterns: patternBudget, ...pace }
  const naming = checkNaming(index)
  for (const [at, node] of graph.nodes.entries()) {
    if (pace.due()) await pace.yield()
    problems.push(...(await nodeProblems(node, at, { index, lookup, budget, naming })))
    if (problems.length >= mostProblems) break
  }
  return problems.slice(0, mostProblems)
}

const mostProblems = 10_000

/** Returns every structural problem in a graph: duplicates, cycles, dangling edges, no trigger. */
export const structuralProblems = (
  graph: WorkflowGraph,
  index: GraphIndex,
  lookup: ShapeLookup,
): GraphProblem[] => [
  ...duplicates(graph, 'id', 'duplicate_id'),
  ...duplicates(graph, 'name', 'duplicate_name'),
  ...structure(graph, index, lookup),
]

/**
 * Returns why a graph cannot run: a cycle, a dangling edge, a duplicate or a missing trigger. Part
 * of a graph needs no trigger.
 */
export const brokenStructure = (
  { graph, partial }: { graph: WorkflowGraph; partial?: boolean },
  lookup: ShapeLookup,
  index: GraphIndex = indexGraph(graph),
): GraphProblem[] =>
  structuralProblems(graph, index, lookup).filter(
    ({ code }) => partial !== true || code !== 'no_trigger',
  )

function duplicates(
  graph: WorkflowGraph,
  key: 'id' | 'name',
  code: GraphProblemCode,
): GraphProblem[] {
  const first = new Map<string, number>()
  return graph.nodes.flatMap((node, at) => {
    const earlier = first.get(node[key])
    if (earlier === undefined) {
      first.set(node[key], at)
      return []
    }
    const message = `Two steps have the ${key} "${node[key]}"`
    return [{ code, path: `graph.nodes.${at}.${key}`, message }]
  })
}

function structure(graph: WorkflowGraph, index: GraphIndex, lookup: ShapeLookup): GraphProblem[] {
  const problems: GraphProblem[] = []
  for (const cycle of findCycles(index)) {
    const names = cycle.slice(0, 10).map((node) => `"${index.nodes[node]?.name ?? ''}"`)
    const more = cycle.length > names.length ? ' and others' : ''
    problems.push({
      code: 'cycle',
      path: `graph.nodes.${cycle[0] ?? 0}`,
      message: `The steps ${names.join(', ')}${more} form a cycle. Remove one connection.`,
    })
  }
  const outputsByNode = outputSets(lookup)
  graph.edges.forEach((edge, at) => {
    for (const end of ['from', 'to'] as const) {
      if (index.positions.has(edge[end].node)) continue
      const message = `A connection leads to a step that does not exist: "${edge[end].node}"`
      problems.push({ code: 'dangling_edge', path: `graph.edges.${at}.${end}.node`, message })
    }
    const from = graph.nodes[index.positions.get(edge.from.node) ?? -1]
    if (from !== undefined && outputsByNode(from)?.has(edge.from.output) === false) {
      const message = `The step "${from.name}" has no output "${edge.from.output}"`
      problems.push({ code: 'dangling_edge', path: `graph.edges.${at}.from.output`, message })
    }
  })
  if (!graph.nodes.some((node) => lookup(node.type)?.category === 'trigger')) {
    problems.push({
      code: 'no_trigger',
      path: 'graph.nodes',
      message: 'Add a trigger to the workflow',
    })
  }
  return problems
}

// Computed once per node, because a node may have thousands of outputs and edges.
function outputSets(lookup: ShapeLookup): (node: WorkflowNode) => ReadonlySet<string> | undefined {
  const sets = new Map<WorkflowNode, ReadonlySet<string> | undefined>()
  return (node) => {
    if (!sets.has(node)) {
      const definition = lookup(node.type)
      sets.set(
        node,
        definition === undefined ? undefined : new Set(listOutputs(definition, node.params)),
      )
    }
    return sets.get(node)
  }
}

interface GraphCheck {
  index: GraphIndex
  lookup: RulesLookup
  budget: CheckBudget
  naming: NamingCheck
}

async function nodeProblems(
  node: WorkflowNode,
  at: number,
  { index, lookup, budget, naming }: GraphCheck,
): Promise<GraphProblem[]> {
  const definition = lookup(node.type)
  if (definition === undefined) {
    const message = `This installation has no step of the type "${node.type}"`
    return [{ code: 'unregistered_node', path: `graph.nodes.${at}.type`, message }]
  }
  const paramProblems = await checkParams(definition, node.params, budget)
  const upstream = await upstreamProblems(definition, { node, index, at, pace: budget })
  const problems = [...paramProblems, ...naming(definition, node, at), ...upstream]
  return problems.map(({ code, path, message }) => ({
    code,
    path: ['graph.nodes', at, 'params', ...(path === '' ? [] : [path])].join('.'),
    message,
  }))
}

// Returns a node's problems with the nodes before it. Empty if the node's parameters are invalid.
async function upstreamProblems(
  definition: NodeRules,
  { node, index, at, pace }: { node: WorkflowNode; index: GraphIndex; at: number; pace: Pace },
): Promise<readonly ParamProblem[]> {
  if (definition.checkUpstream === undefined) return []
  const params = definition.params.safeParse(knownParams(definition, node.params))
  if (!params.success) return []
  return definition.checkUpstream(params.data, await findUpstream(index, at, pace))
}

async function findUpstream(index: GraphIndex, node: number, pace: Pace): Promise<WorkflowNode[]> {
  const found = new Set([node])
  const pending = [node]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (pace.due()) await pace.yield()
    for (const { from } of index.incoming[at] ?? []) {
      if (!found.has(from)) pending.push(from)
      found.add(from)
    }
  }
  found.delete(node)
  return [...found].flatMap((from) => index.nodes[from] ?? [])
}
