import type { ModelFailureClass, ModelUsage, WorkflowFix, WorkflowItem } from '@atrium/contracts'
import {
  type LeftItem,
  LimitError,
  type NodeContext,
  NodeError,
  type NodeResult,
  PassingError,
} from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { itemLabel } from './item-text.ts'
import { isWithoutModel, ModelError } from './model-error.ts'

export const modelsAtOnce = 20

interface Failure {
  at: number
  item: string
  cause: string
  remedy: string | null
  fix: WorkflowFix | null
  /**
   * True if the item itself is at fault, for example because a field is missing. Such an item is
   * named by its index.
   */
  refused?: boolean
  /** True if the same question may succeed later, so the item is not to blame. */
  passing?: boolean
}

export interface Judged<R> {
  /** By item index. Undefined if the item failed or was not reached. */
  results: (R | undefined)[]
  failures: Failure[]
  ended: ModelError | undefined
}

interface JudgeOptions {
  atOnce?: number
  /** Runs for every item before the first question, so a refused item costs nothing. */
  prepare?(item: WorkflowItem, at: number): unknown
  /** Maps an index to the node's own items, if other items are judged than the node received. */
  indexOf?(at: number): number
}

/**
 * Returns results by item index. If an item is refused with a `NodeError`, for example because a
 * parameter finds no value, the other items continue. Throws if all items are refused. Throws
 * errors other than `ModelError` once the running calls have ended.
 */
export async function judgeItems<P, R>(
  items: readonly WorkflowItem[],
  context: NodeContext<NodePorts, P>,
  judge: (item: WorkflowItem, at: number) => Promise<R>,
  { atOnce = modelsAtOnce, prepare, indexOf = (at) => at }: JudgeOptions = {},
): Promise<Judged<R>> {
  const refused = new Map<number, NodeError>()
  if (prepare !== undefined) {
    for (const [at, item] of items.entries()) {
      if (context.due()) await context.yield()
      try {
        await prepare(item, at)
      } catch (error) {
        if (!isRefusal(error)) throw error
        refused.set(at, error)
      }
    }
  }
  const results: (R | undefined)[] = items.map(() => undefined)
  const failures: Failure[] = []
  let ended: ModelError | undefined
  let broken: { error: unknown } | undefined
  let next = 0
  const work = async (): Promise<void> => {
    while (
      next < items.length &&
      ended === undefined &&
      broken === undefined &&
      !context.signal.aborted
    ) {
      const at = next
      next += 1
      const item = items[at]
      if (item === undefined) return
      if (refused.has(at)) continue
      try {
        if (context.due()) await context.yield()
        results[at] = await judge(item, at)
      } catch (error) {
        if (isRefusal(error)) refused.set(at, error)
        else if (!(error instanceof ModelError)) broken ??= { error }
        else if (error.ends) ended ??= error
        else failures.push(toFailure(error, item, at))
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  if (broken !== undefined) throw broken.error
  context.signal.throwIfAborted()
  const [first] = refused.values()
  if (first !== undefined && refused.size === items.length)
    throw allRefused(first, refused, indexOf)
  for (const [at, error] of refused) {
    const item = items[at]
    if (item !== undefined) failures.push(toRefusal(error, item, at))
  }
  failures.sort((a, b) => a.at - b.at)
  return { results, failures, ended }
}

const allRefused = (
  { message, fix, usage, cause }: NodeError,
  refused: ReadonlyMap<number, NodeError>,
  indexOf: (at: number) => number,
): NodeError =>
  new NodeError(message, {
    usage,
    cause,
    ...(fix === null ? {} : { fix }),
    left: [...refused].map(([at, error]) => ({
      at: indexOf(at),
      reason: error instanceof PassingError ? null : error.message,
    })),
  })

const isRefusal = (error: unknown): error is NodeError =>
  error instanceof NodeError && !(error instanceof LimitError)

export function* answered<R>(
  items: readonly WorkflowItem[],
  { results }: Pick<Judged<R>, 'results'>,
): Generator<[item: WorkflowItem, answer: R, at: number]> {
  for (const [at, item] of items.entries()) {
    const answer = results[at]
    if (answer !== undefined) yield [item, answer, at]
  }
}

/**
 * Passes the items on unchanged, with the reason under `notEnriched`, if no model was available.
 */
export const passedOn = (
  { ended }: Judged<unknown>,
  items: readonly WorkflowItem[],
  withoutModel: 'halt' | 'pass',
  derive: NodeContext<NodePorts>['derive'],
): NodeResult | undefined =>
  withoutModel === 'pass' && ended !== undefined && isWithoutModel(ended)
    ? {
        outputs: {
          main: items.map((item) =>
            derive(item, { json: { ...item.json, notEnriched: ended.message } }),
          ),
        },
        message: `Not enriched: ${ended.message}`,
      }
    : undefined

export const toFailure = (
  { message, fix, kind }: ModelError,
  item: WorkflowItem,
  at: number,
): Failure => ({
  at,
  item: itemLabel(item, at),
  cause: message.slice(0, 500),
  remedy: fix?.label ?? remedies[kind] ?? null,
  fix,
  passing: kind === 'rate_limited' || kind === 'unavailable',
})

export const toRefusal = (
  problem: Pick<NodeError, 'message' | 'fix'> & { passing?: boolean | undefined },
  item: WorkflowItem,
  at: number,
): Failure => ({
  at,
  item: itemLabel(item, at),
  cause: problem.message.slice(0, 500),
  remedy: problem.fix?.label ?? null,
  fix: problem.fix,
  refused: true,
  passing: problem.passing ?? problem instanceof PassingError,
})

/** Returns the failed items for a node result's `left`. */
export const leftOut = ({ failures }: Pick<Judged<unknown>, 'failures'>): LeftItem[] =>
  failures.map(({ at, cause, passing }) => ({ at, reason: passing === true ? null : cause }))

const remedies: Readonly<Partial<Record<ModelFailureClass, string>>> = {
  rate_limited: 'The next run tries again. An account with a higher limit avoids this',
  invalid_output: 'The next run tries again. Another model may follow the form better',
  provider_refused: 'Change the text or the instructions, or choose another model',
  unavailable: 'The next run tries again',
}

const shownFailures = 3

function sentence({ failures }: Pick<Judged<unknown>, 'failures'>, count: number): string[] {
  if (failures.length === 0) return []
  const shown = failures.slice(0, shownFailures).map(({ at, item, cause, remedy, refused }) => {
    const name = refused === true ? `item ${at + 1} of ${count}` : `“${item}”`
    return `${name}: ${cause}${remedy === null ? '' : ` (${remedy})`}`
  })
  const more = failures.length > shown.length ? `; and ${failures.length - shown.length} more` : ''
  return [`${failures.length} of ${count} left out: ${shown.join('; ')}${more}`]
}

/**
 * Builds a node result from judged items: the outputs, the spend, and each failure with its cause
 * and remedy.
 */
export function judgedResult(
  judged: Judged<unknown>,
  given: {
    items: readonly WorkflowItem[]
    outputs: NonNullable<NodeResult['outputs']>
    spend: ModelUsage | undefined
    notes?: readonly string[]
    samples?: readonly unknown[]
    incomplete?: boolean
    /** As in `NodeResult`. Empty if the node creates its own items. */
    left?: readonly LeftItem[]
  },
): NodeResult {
  const { items, outputs, spend, notes = [], samples = [], incomplete = false, left } = given
  const { failures, ended, results } = judged
  const failed = failures.map(({ item, cause, remedy }) => ({ item, failed: cause, remedy }))
  const trail = [...failed, ...samples]
  const shared = { outputs, usage: spend, signalSamples: trail.length === 0 ? undefined : trail }
  if (ended !== undefined) {
    const done = results.filter((result) => result !== undefined).length
    const message =
      done === 0 ? ended.message : `${ended.message} (after ${done} of ${items.length} items)`
    return { ...shared, halt: { success: false, message, fix: ended.fix } }
  }
  const message = [...notes, ...sentence(judged, items.length)]
    .filter((part) => part !== '')
    .join('; ')
  const fix = failures.find((each) => each.fix !== null)?.fix
  return { ...shared, message, fix, incomplete: incomplete || failures.length > 0, left }
}

const describeFirst = ({ item, cause }: Failure, count: number): string =>
  `“${item}”: ${cause}${count > 1 ? ` (and ${count - 1} more)` : ''}`

/** Throws `NodeError` if every item failed. */
export function requireOne(
  { failures, ended, results }: Judged<unknown>,
  spend: ModelUsage | undefined,
  describe = describeFirst,
): void {
  const [first] = failures
  if (first === undefined || ended !== undefined || failures.length < results.length) return
  throw new NodeError(describe(first, failures.length), {
    usage: spend,
    left: leftOut({ failures }),
    ...(first.fix === null ? {} : { fix: first.fix }),
  })
}
