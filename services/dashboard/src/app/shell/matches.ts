import { foldText } from '@atrium/contracts'

/**
 * True if each typed word is the beginning of a word in the label, in any order. Ignores case and
 * accents, as the platform's search does.
 */
export function matches(label: string, typed: string): boolean {
  const words = foldText(label).split(/\s+/)
  return foldText(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
