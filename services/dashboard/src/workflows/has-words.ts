import { foldText } from '@atrium/contracts'

/** True if a text has every word of `q`, whatever case and accents, as the platform searches. */
export function hasWords(text: string, q: string): boolean {
  const folded = foldText(text)
  return foldText(q)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
