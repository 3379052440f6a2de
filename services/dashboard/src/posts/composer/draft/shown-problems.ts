import type { FieldProblem } from './content.ts'
import type { Draft } from './draft.ts'
import type { Target } from './targets.ts'

/**
 * Returns true if an error is shown before the first attempt to send. Empty fields are not reported
 * while the user is still typing.
 */
const isEarly = ({ field, message }: FieldProblem, empty: ReadonlySet<string>): boolean =>
  !empty.has(field) && !/needed|needs/.test(message)

/**
 * Returns the errors to show: those in the draft, then those from the server that the draft's
 * errors do not repeat.
 */
export function listShownProblems({
  draft,
  targets,
  found,
  refused,
  attempted,
}: {
  readonly draft: Draft
  readonly targets: readonly Target[]
  readonly found: readonly FieldProblem[]
  readonly refused: readonly FieldProblem[]
  /** True once the user has tried to send. */
  readonly attempted: boolean
}): readonly FieldProblem[] {
  const empty = new Set(
    [
      draft.body === '' && 'body',
      draft.title === '' && 'title',
      targets.length === 0 && 'target',
      draft.at === '' && 'at',
      draft.to === '' && 'to',
      ...draft.thread.map((text, index) => text === '' && (`thread.${index}` as const)),
    ].filter((name) => name !== false),
  )
  const shown = attempted ? found : found.filter((problem) => isEarly(problem, empty))
  const toKey = ({ field, target, message }: FieldProblem) => `${field} ${target?.id} ${message}`
  const keys = new Set(shown.map(toKey))
  return [...shown, ...refused.filter((problem) => !keys.has(toKey(problem)))]
}
