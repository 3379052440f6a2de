import { AppError, type WorkflowFix, type WorkflowItem } from '@atrium/contracts'
import {
  ExpressionError,
  type LeftItem,
  LimitError,
  type NodeContext,
  NodeError,
  type NodeResult,
  PassingError,
  PatternError,
} from '../engine/index.ts'
import type { NodePorts } from './ports.ts'

interface Problem {
  message: string
  fix: WorkflowFix | null
  /** True if the item is not to blame, so that this is no attempt with it. */
  passing?: boolean | undefined
}

/** An item that the node refused; `at` is its index among the items of the call. */
export interface Refusal extends Problem {
  at: number
}

export interface Attempts<R> {
  /** By item; undefined for a refused one. */
  results: (R | undefined)[]
  refusals: Refusal[]
}

export const openChannels: WorkflowFix = { label: 'Open channels', href: '/channels' }

const passingKinds: ReadonlySet<string> = new Set([
  'rate_limited',
  'payment_required',
  'insufficient_storage',
])
const shownErrors = 5
const shownRefusals = 5
const longestReason = 500

/** The problem of one item; undefined for an error that is no fault of the item. */
export function itemProblem(error: unknown): Problem | undefined {
  if (error instanceof LimitError) return undefined
  if (error instanceof NodeError) {
    const { message, fix } = error
    return { message, fix, passing: error instanceof PassingError }
  }
  if (error instanceof ExpressionError || error instanceof PatternError)
    return { message: error.message, fix: null }
  if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'internal')
    return undefined
  const errors = (error.details.errors ?? []).slice(0, shownErrors)
  const details = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const message = details.length === 0 ? error.message : `${error.message}: ${details.join('; ')}`
  const fix = error.code === 'channel_not_available' ? openChannels : null
  return { message, fix, passing: passingKinds.has(error.kind) }
}

/**
 * Acts on each item with its own parameters. An item that is refused, or whose parameters are not valid, does not stop
 * the others. Rejects with an error that is no fault of an item, for example when a service is unavailable.
 */
export async function attemptItems<Params, R>(
  items: readonly WorkflowItem[],
  context: NodeContext<NodePorts, Params>,
  act: (item: WorkflowItem, at: number, params: Params) => R | Promise<R>,
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<Attempts<R>> {
  const results: (R | undefined)[] = items.map(() => undefined)
  const refusals: Refusal[] = []
  for (let start = 0; start < items.length && !context.signal.aborted; start += atOnce) {
    if (context.due()) await context.yield()
    const attempts = items
      .slice(start, start + atOnce)
      .map(async (item, offset) => act(item, start + offset, context.paramsFor(start + offset)))
    const outcomes = await Promise.allSettled(attempts)
    for (const [offset, outcome] of outcomes.entries()) {
      const at = start + offset
      if (outcome.status === 'fulfilled') results[at] = outcome.value
      else {
        const problem = itemProblem(outcome.reason)
        if (problem === undefined) throw outcome.reason
        refusals.push({ at, ...problem })
      }
    }
  }
  return { results, refusals }
}

/** Names the refused items, for example "1 of 3 refused: item 2 of 3: title is empty". */
export function describeRefusals(refusals: readonly Refusal[], count: number): string {
  const shown = refusals
    .slice(0, shownRefusals)
    .map(
      ({ at, message }) =>
        `item ${at + 1} of ${count}: ${message.slice(0, longestReason).toWellFormed()}`,
    )
  const more = refusals.length > shown.length ? [`and ${refusals.length - shown.length} more`] : []
  return [...shown, ...more].join('; ')
}

/**
 * The result of a node that refused some of its items: they leave on no output, so that the next run tries them again.
 * The node fails if it refused every item.
 */
export const actedResult = (
  main: readonly WorkflowItem[],
  refusals: readonly Refusal[],
  counts: { count: number; notes?: readonly string[] },
): NodeResult => outputsResult({ main }, refusals, counts)

/** As `actedResult`, for a node with several outputs. */
export function outputsResult(
  outputs: NonNullable<NodeResult['outputs']>,
  refusals: readonly Refusal[],
  { count, notes = [] }: { count: number; notes?: readonly string[] },
): NodeResult {
  const [first] = refusals
  if (first === undefined) return { outputs, message: notes.join('; ') }
  const fix = refusals.find((each) => each.fix !== null)?.fix ?? null
  if (refusals.length >= count) {
    const message = count === 1 ? first.message : describeRefusals(refusals, count)
    return { halt: { success: false, message, fix }, left: leftBy(refusals) }
  }
  const refused = `${refusals.length} of ${count} refused: ${describeRefusals(refusals, count)}`
  return {
    outputs,
    message: [...notes, refused].join('; '),
    fix,
    incomplete: true,
    left: leftBy(refusals),
  }
}

/** The result of a node that did not reach some items because of a limit; the next run offers them again. */
export const withUnreached = (result: NodeResult, unreached: readonly number[]): NodeResult =>
  unreached.length === 0 || result.halt !== undefined
    ? result
    : {
        ...result,
        incomplete: true,
        left: [...(result.left ?? []), ...unreached.map((at) => ({ at, reason: null }))],
      }

/** Refused items as those that are to be read again; a refusal that passes is no attempt. */
export const leftBy = (refusals: readonly Refusal[]): LeftItem[] =>
  refusals.map(({ at, message, passing }) => ({ at, reason: passing === true ? null : message }))

/** The loop of a node with an effect for each item; see `attemptItems` and `actedResult`. */
export async function actOnItems<Params>(
  items: readonly WorkflowItem[],
  context: NodeContext<NodePorts, Params>,
  act: (item: WorkflowItem, at: number, params: Params) => WorkflowItem | Promise<WorkflowItem>,
  { notes = () => [], atOnce = 1 }: { notes?: () => readonly string[]; atOnce?: number } = {},
): Promise<NodeResult> {
  const { results, refusals } = await attemptItems(items, context, act, { atOnce })
  const main = results.filter((item) => item !== undefined)
  return actedResult(main, refusals, { count: items.length, notes: notes() })
}
