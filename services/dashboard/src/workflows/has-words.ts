import { foldText } from '@atrium/contracts'

/**
 * True if a text contains every word of `q`. Ignores case and accents, as the platform's search
 * does.
 */
export function hasWords(text: string, q: string): boolean {
  const folded = foldText(text)
  return foldText(q)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
