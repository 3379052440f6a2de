import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import {
  describeProblem,
  fillIn,
  type GraphProblem,
  ownPath,
  toWords,
} from '@atrium/workflow-rules'

export interface Problems {
  readonly all: readonly {
    readonly node: string | undefined
    readonly param?: string | undefined
    readonly message: string
  }[]
  readonly first: ReadonlyMap<string, string>
  /** The problems of each node's parameters, by path: `conditions.0.left`. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export const noProblems: Problems = { all: [], first: new Map(), fields: new Map() }

const nodeAt = /^graph\.nodes\.(\d+)(?:\.params\.(.+))?/
const edgeAt = /^graph\.edges\.(\d+)/

interface Place {
  readonly node: WorkflowNode | undefined
  readonly param: string | undefined
}

function findPlace(graph: WorkflowGraph, path: string): Place {
  const [, index, param] = nodeAt.exec(path) ?? []
  if (index !== undefined) return { node: graph.nodes[Number(index)], param }
  const edge = graph.edges[Number(edgeAt.exec(path)?.[1] ?? -1)]
  return { node: graph.nodes.find(({ id }) => id === edge?.from.node), param: undefined }
}

const isMissing = ({ node, param }: Place): boolean =>
  param !== undefined && node !== undefined && ownPath(node.params, param.split('.')) === undefined

export function problemsAt(
  graph: WorkflowGraph,
  found: readonly Pick<GraphProblem, 'path' | 'message'>[],
): Problems {
  const fields = new Map<string, Map<string, string>>()
  const first = new Map<string, string>()
  const all = found.map(({ path, message: reason }) => {
    const place = findPlace(graph, path)
    const { node, param } = place
    const message = isMissing(place) ? fillIn : describeProblem(reason)
    const words = param === undefined ? message : `${toWords(param)}: ${message}`
    if (node === undefined) return { node: undefined, message: words }
    if (!first.has(node.id)) first.set(node.id, words)
    if (param !== undefined) {
      const own = fields.get(node.id) ?? new Map<string, string>()
      fields.set(node.id, own)
      if (!own.has(param)) own.set(param, message)
    }
    return { node: node.id, param, message: words }
  })
  return { all, first, fields }
}
