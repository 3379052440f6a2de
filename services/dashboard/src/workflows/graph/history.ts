export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** The kind and the time of the last step, which a further one of the same kind joins. */
  readonly last: { readonly kind: string; readonly at: number } | undefined
}

const mostSteps = 200
/** Milliseconds between two changes of one kind that are one step. */
const togetherMs = 1_000

export const createHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  last: undefined,
})

/** The next step. Changes of one kind are a single step while each follows the one before within a second. */
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
