import type { TranscriptEntry } from '@atrium/contracts'
import { plainText } from './ansi-spans.ts'

/** A search in a transcript from its beginning. It continues as lines arrive. */
export interface LineSearch {
  readonly text: string
  readonly entries: readonly TranscriptEntry[]
  readonly places: number[]
  upTo: number
}

export const beginSearch = (text: string, entries: readonly TranscriptEntry[]): LineSearch => ({
  text,
  entries,
  places: [],
  upTo: 0,
})

const linesAtOnce = 64

/** Searches up to line `count`, or until `isLate` returns true. */
export function readOn(search: LineSearch, count: number, isLate: () => boolean): void {
  const { text, entries, places } = search
  while (search.upTo < count) {
    const line = plainText(entries[search.upTo]?.text ?? '')
    if (line.toLowerCase().includes(text)) places.push(search.upTo)
    search.upTo += 1
    if (search.upTo % linesAtOnce === 0 && isLate()) return
  }
}
