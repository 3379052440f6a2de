import { createHistory, type History } from '../../graph/history.ts'
import { type Drawing, isSameDrawing } from './drawing.ts'
import { mergeDrawings } from './merge-drawings.ts'

interface NewBase {
  /** The drawing under all steps in the history. Undefined if it is unknown. */
  readonly base: Drawing | undefined
  readonly theirs: Drawing
  /** The drawing with the changes of both. */
  readonly present: Drawing
  /** The parts for which the user chose the own value. For all others, theirs wins a clash. */
  readonly ownParts?: ReadonlySet<string>
}

/**
 * Bases all steps of a history on another saved version. Without this, undo would bring back a
 * drawing without the other user's work, and the next save would store it.
 */
export function rebaseHistory(
  history: History<Drawing>,
  { base, theirs, present, ownParts = new Set() }: NewBase,
): History<Drawing> {
  if (base === undefined) return createHistory(present)
  const rewrite = (step: Drawing): Drawing => {
    const { clashes, resolve } = mergeDrawings(base, step, theirs)
    const fields = clashes.map(({ field }) => field).filter((field) => !ownParts.has(field))
    return resolve(new Set(fields))
  }
  // A step that makes no difference would be an undo without an effect.
  const past = history.past
    .map(rewrite)
    .filter((step, index, all) => !isSameDrawing(step, all[index + 1] ?? present))
  const future = history.future
    .map(rewrite)
    .filter((step, index, all) => !isSameDrawing(step, all[index - 1] ?? present))
  return { past, present, future, last: undefined }
}
