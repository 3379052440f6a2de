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
  /** True if the item is not to blame. The refusal then does not count as an attempt. */
  passing?: boolean | undefined
}

/** An item that the node refused. `at` is its index in the call. */
export interface Refusal extends Problem {
  at: number
}

export interface Attempts<R> {
  /** One result per item, undefined if the item was refused. */
  results: (R | undefined)[]
  refusals: Refusal[]
}

export const openChannels: WorkflowFix = { label: 'Open the accounts', href: '/channels' }

const passingKinds: ReadonlySet<string> = new Set([
  'rate_limited',
  'payment_required',
  'insufficient_storage',
])
const shownErrors = 5
const shownRefusals = 5
const longestReason = 500

/** Returns the problem of one item, or undefined if the item did not cause the error. */
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
 * Acts on each item with the item's own parameters. The others continue if an item is refused or
 * its parameters are invalid. Rejects if no item caused the error, for example when a service is
 * unavailable.
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

/** Lists the refused items, for example "item 2 of 3: title is empty". */
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
 * Returns a node's result if it may have refused items. Refused items leave on no output, so the
 * next run retries them. The node fails if it refused every item.
 */
export const actedResult = (
  main: readonly WorkflowItem[],
  refusals: readonly Refusal[],
  counts: { count: number; notes?: readonly string[] },
): NodeResult => outputsResult({ main }, refusals, counts)

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

/** Adds further left items to a result. A later run offers them again. */
export const withLeft = (result: NodeResult, left: readonly LeftItem[]): NodeResult =>
  left.length === 0 || result.halt !== undefined
    ? result
    : { ...result, incomplete: true, left: [...(result.left ?? []), ...left] }

/** Returns the items that a limit kept the node from reaching, for a result's `left`. */
export const listUnreached = (places: readonly number[]): LeftItem[] =>
  places.map((at) => ({ at, reason: null }))

/**
 * Converts refusals to left items, which later runs read again. A passing refusal has no reason, so
 * it does not count as an attempt.
 */
export const leftBy = (refusals: readonly Refusal[]): LeftItem[] =>
  refusals.map(({ at, message, passing }) => ({ at, reason: passing === true ? null : message }))

/** Runs a node with one effect per item. See `attemptItems` and `actedResult`. */
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
