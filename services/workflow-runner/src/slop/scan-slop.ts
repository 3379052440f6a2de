import { slopRules } from './slop-rules.ts'

const longest = 100_000
const wordsOfAllowance = 150
const shownExamples = 3

export interface SlopWarning {
  rule: string
  about: string
  count: number
  examples: string[]
}

const wordsIn = (text: string): number => {
  let words = 0
  for (const _ of text.matchAll(/[\p{L}\p{N}]{1,200}/gu)) words += 1
  return words
}

/**
 * Finds signs of slop. Deterministic and linear in the text. Adding text of the same kind never
 * removes a warning: docs/reference/slop.md.
 */
export function scanSlop(given: string): SlopWarning[] {
  const text = given.slice(0, longest)
  const share = Math.max(1, wordsIn(text) / wordsOfAllowance)
  return slopRules.flatMap(({ id, about, pattern, allowed, dense }) => {
    const found = [...text.matchAll(pattern)].map(([match]) => match.trim())
    if (found.length <= (dense ? Math.floor(allowed * share) : allowed)) return []
    const examples = [...new Set(found)].slice(0, shownExamples).map((match) => match.slice(0, 120))
    return [{ rule: id, about, count: found.length, examples }]
  })
}
