export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** The last step's kind and time. A later step of this kind may join it. */
  readonly last: { readonly kind: string; readonly at: number } | undefined
}

const mostSteps = 200
/** Milliseconds. Two changes of one kind within this time become one step. */
const togetherMs = 1_000

export const createHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  last: undefined,
})

/**
 * Adds a step. A change joins the previous step if it has the same kind and follows within a
 * second.
 */
export function advance<T>(
  history: History<T>,
  present: T,
  { kind, at }: { kind: string | undefined; at: number },
): History<T> {
  if (present === history.present) return history
  const { last } = history
  const joins = kind !== undefined && last?.kind === kind && at - last.at <= togetherMs
  const past = joins ? history.past : [...history.past, history.present].slice(-mostSteps)
  return { past, present, future: [], last: kind === undefined ? undefined : { kind, at } }
}

export function undo<T>(history: History<T>): History<T> {
  const present = history.past.at(-1)
  if (present === undefined) return history
  const future = [history.present, ...history.future]
  return { past: history.past.slice(0, -1), present, future, last: undefined }
}

export function redo<T>(history: History<T>): History<T> {
  const [present, ...future] = history.future
  if (present === undefined) return history
  return { past: [...history.past, history.present], present, future, last: undefined }
}
