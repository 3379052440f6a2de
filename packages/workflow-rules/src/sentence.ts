import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { type GraphIndex, indexGraph } from './graph-index.ts'
import { describeNode } from './node-phrases.ts'
import { describeTrigger } from './trigger-phrases.ts'

const mostPhrases = 4
const mostTriggers = 3
const mostBranches = 3

/** Where a node is: before the first decision, behind one of its outputs, or behind several. */
type Place =
  | { readonly in: 'main' | 'after' | 'failure' }
  | { readonly in: 'branch'; output: string }

const main: Place = { in: 'main' }
const after: Place = { in: 'after' }
const failure: Place = { in: 'failure' }

const isSame = (a: Place, b: Place): boolean =>
  a.in === b.in && (a.in !== 'branch' || b.in !== 'branch' || a.output === b.output)

/**
 * Describes a workflow in one or two sentences: "When an invoice is paid, add a note to the card
 * and draft a post." `events` holds the event types' descriptions. Reads each node and edge once.
 * Long lists and decisions behind the first one are summarised.
 */
export function describeWorkflow(
  graph: WorkflowGraph,
  events: ReadonlyMap<string, string>,
): string {
  if (graph.nodes.length === 0) return 'This workflow has no steps yet.'
  const index = indexGraph(graph)
  const starts = listStarts(graph, events)
  const steps = listSteps(index, starts.length > 0)
  const outputs = listOutputs(graph)
  const split = steps.find((step) => (outputs.get(index.nodes[step]?.id ?? '')?.size ?? 0) > 1)
  const { phrases, branches } = groupPhrases(index, steps, split)
  const decision = split === undefined ? undefined : describeSplit(index.nodes[split], branches)
  const first = joinPhrases(phrases.main)
  const sentences =
    first === undefined && decision !== undefined
      ? [`${joinTriggers(starts)}: ${decision}.`]
      : [
          `${joinTriggers(starts)}, ${first ?? describeIdle(steps.length)}.`,
          decision === undefined ? undefined : `${capitalise(decision)}.`,
        ]
  const then = joinPhrases(phrases.after)
  if (then !== undefined) sentences.push(`Then ${then}.`)
  const failing = joinPhrases(phrases.failure)
  if (failing !== undefined) sentences.push(`If a step fails, ${failing}.`)
  return sentences.filter((sentence) => sentence !== undefined).join(' ')
}

const capitalise = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const listStarts = (graph: WorkflowGraph, events: ReadonlyMap<string, string>): string[] => [
  ...new Set(graph.nodes.flatMap((node) => describeTrigger(node, events) ?? [])),
]

// Lists the steps reached by a run, in execution order. Steps in a circle come last.
function listSteps({ nodes, outgoing, order }: GraphIndex, hasTrigger: boolean): number[] {
  const isTrigger = (at: number): boolean => nodes[at]?.type.startsWith('trigger.') === true
  const reached = new Set<number>()
  const waiting = nodes.flatMap((node, at) =>
    !hasTrigger || isTrigger(at) || node.runOnFailure === true ? [at] : [],
  )
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    waiting.push(...(outgoing[at] ?? []))
  }
  const all = new Set([...order, ...nodes.keys()])
  return [...all].filter((at) => reached.has(at) && !isTrigger(at))
}

function listOutputs(graph: WorkflowGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const outputs = new Map<string, Set<string>>()
  for (const { from } of graph.edges) {
    const usedOutputs = outputs.get(from.node)
    if (usedOutputs === undefined) outputs.set(from.node, new Set([from.output]))
    else usedOutputs.add(from.output)
  }
  return outputs
}

interface Phrases {
  readonly main: Set<string>
  readonly after: Set<string>
  readonly failure: Set<string>
}

function groupPhrases(
  { nodes, incoming }: GraphIndex,
  steps: readonly number[],
  split: number | undefined,
): { phrases: Phrases; branches: ReadonlyMap<string, Set<string>> } {
  const phrases: Phrases = { main: new Set(), after: new Set(), failure: new Set() }
  const branches = new Map<string, Set<string>>()
  const places = new Map<number, Place>()
  for (const step of steps) {
    const node = nodes[step]
    if (node === undefined) continue
    const before = (incoming[step] ?? []).flatMap(({ from, output }): Place | [] =>
      from === split ? { in: 'branch', output } : (places.get(from) ?? []),
    )
    const place = node.runOnFailure === true ? failure : joinPlaces(before)
    places.set(step, place)
    const words = step === split ? undefined : describeNode(node)
    if (place.in === 'branch' && !branches.has(place.output)) branches.set(place.output, new Set())
    const list = place.in === 'branch' ? branches.get(place.output) : phrases[place.in]
    if (words !== undefined) list?.add(words)
  }
  return { phrases, branches }
}

function joinPlaces([first = main, ...others]: readonly Place[]): Place {
  return others.every((other) => isSame(first, other)) ? first : after
}

function joinPhrases(phrases: ReadonlySet<string>): string | undefined {
  const shown = [...phrases].slice(0, mostPhrases)
  const left = phrases.size - shown.length
  if (left === 1) return joinWords([...shown, 'do one more thing'])
  return joinWords(left > 0 ? [...shown, `do ${left} more things`] : shown)
}

function joinWords(words: readonly string[]): string | undefined {
  const last = words.at(-1)
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

function joinTriggers(triggers: readonly string[]): string {
  if (triggers.length === 0) return 'Without a trigger'
  const shown = triggers.slice(0, mostTriggers)
  if (triggers.length > mostTriggers) shown.push('at other times')
  return capitalise(shown.join(' or '))
}

const describeIdle = (steps: number): string =>
  steps === 0 ? 'nothing happens yet' : 'look at the items'

function describeSplit(
  node: WorkflowNode | undefined,
  branches: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const listed = [...branches].flatMap(([output, phrases]) => {
    const words = joinPhrases(phrases)
    return words === undefined ? [] : [{ output, words }]
  })
  if (listed.length === 0) return undefined
  const named = listed.map(({ output, words }) => {
    const condition = node === undefined ? undefined : conditions[node.type]?.[output]
    return condition === undefined ? undefined : `${condition}, ${words}`
  })
  if (named.every((text) => text !== undefined)) return named.join('; ')
  const shown = listed.slice(0, mostBranches).map(({ words }) => words)
  const left = listed.length - shown.length
  const cases = left === 0 ? shown : [...shown, 'do something else']
  return `depending on the result, ${cases.join(', or ')}`
}

/** What each output means if the step decides. */
const conditions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  if: { true: 'if the conditions hold', false: 'otherwise' },
  ask_approval: {
    approved: 'if it is approved',
    declined: 'if it is declined',
    expired: 'if nobody decides in time',
  },
  find_record: { main: 'if there is one', none: 'if there is none' },
}
