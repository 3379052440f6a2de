import { asText, ExpressionError, type Pace } from '@atrium/workflow-rules'
import { fold, foldedAtOnce, foldPaced } from './text-folding.ts'

/** The most cached characters, and the most characters in one folded text. */
const kept = 4_000_000
// Folding a shorter text again costs less than the cache.
const cachedFrom = 64

/** The texts of compared values. Each text is serialized and folded once for all conditions. */
export interface ComparedTexts {
  text(value: unknown): string
  folded(value: unknown): string
  /** True if the text is too long to be folded in one step. Use `foldedPaced` then. */
  isLong(value: unknown): boolean
  /** Folds the text in turns. Rejects with `ExpressionError` if the text is too long to compare. */
  foldedPaced(value: unknown, pace: Pace): Promise<string>
}

/** Creates the cache for one item, or for the fixed values that all items share. */
export function createComparedTexts(): ComparedTexts {
  let texts: Map<object, string> | undefined
  let folds: Map<string, string> | undefined
  let characters = 0
  const text = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return asText(value)
    const known = texts?.get(value)
    if (known !== undefined) return known
    const made = asText(value)
    texts ??= new Map()
    texts.set(value, made)
    return made
  }
  const keep = (plain: string, folded: string): string => {
    if (characters + folded.length > kept) {
      folds = undefined
      characters = 0
    }
    folds ??= new Map()
    folds.set(plain, folded)
    characters += folded.length
    return folded
  }
  return {
    text,
    folded(value) {
      const plain = text(value)
      if (plain.length < cachedFrom) return fold(plain)
      return folds?.get(plain) ?? keep(plain, fold(plain))
    },
    isLong(value) {
      const plain = text(value)
      return plain.length > foldedAtOnce && folds?.has(plain) !== true
    },
    async foldedPaced(value, pace) {
      const plain = text(value)
      const known = folds?.get(plain)
      if (known !== undefined) return known
      const folded = await foldPaced(plain, pace, kept)
      if (folded === undefined)
        throw new ExpressionError('A text is too long to compare. Shorten it.')
      return keep(plain, folded)
    },
  }
}
