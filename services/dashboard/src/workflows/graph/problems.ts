import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { type GraphProblem, ownPath } from '@atrium/workflow-rules'

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

const missing = 'Fill in this field'

/** The words for what a schema says about a value. */
const schemaWords: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^Invalid input: expected .+, received undefined$/, missing],
  [/^Too small: expected string/, missing],
  [/^Too big: expected string to have <=(\d+)/, 'Use at most $1 characters'],
  [/^Too small: expected (?:array|record) to have/, 'Add at least one entry'],
  [/^Too big: expected (?:array|record) to have <=(\d+)/, 'Use at most $1 entries'],
  [/^Too small: expected (?:number|int) to be >=?(-?[\d.]+)/, 'The smallest value is $1'],
  [/^Too big: expected (?:number|int) to be <=?(-?[\d.]+)/, 'The largest value is $1'],
  [/^CronPattern: /, 'Choose one of the common times, or enter five parts such as 0 9 * * 1'],
  [/^Invalid option: /, 'Choose one of the values'],
  [/^Invalid input: expected (?:number|int)/, 'Enter a number'],
  [/^Invalid input: expected string/, 'Enter a text'],
  [/^Invalid input: expected (?:array|record|object)/, 'Add an entry'],
  [/^Invalid (?:URL|email|input)/, 'This value does not fit here'],
]

export function describeProblem(message: string): string {
  for (const [pattern, words] of schemaWords) {
    const found = pattern.exec(message)
    if (found !== null) return words.replace('$1', found[1] ?? '')
  }
  return message
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
    const message = isMissing(place) ? missing : describeProblem(reason)
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

const labels: ReadonlyMap<string, string> = new Map([
  ['tz', 'Time zone'],
  ['cron', 'Schedule'],
  ['q', 'Search'],
  ['eventType', 'Event'],
  ['connector', 'Account'],
  ['skill', 'Writing guide'],
  ['taskId', 'Card'],
  ['url', 'Address'],
])

/** True if a parameter has other words than its name. */
export const isLabelled = (key: string): boolean => labels.has(key)

/** Returns a parameter's name in words: `publishTimes` becomes "Publish times". */
export function toWords(path: string): string {
  const [key = ''] = path.split('.', 1)
  return labels.get(key) ?? spacedWords(key)
}

/** Turns a name in code into words: `by_key` becomes "By key". */
export function spacedWords(name: string): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
