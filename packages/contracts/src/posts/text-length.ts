import twitter from 'twitter-text'
import type { TextCount } from '../networks/network.ts'

/** Every link's length on shortpost. */
export const shortpostLinkLength = 23

/** No link is longer than this, so a longer text can be counted in pieces. */
const longestPiece = 5_000

/**
 * Returns the weighted length of a shortpost text like the network's library: 23 for a link, 2 for
 * an emoji, 1 for Latin letters and 2 for everything else. Counts long texts in pieces because the
 * library takes quadratic time.
 */
export function weightedLength(text: string): number {
  let weight = 0
  for (const piece of splitPieces(text)) weight += twitter.parseTweet(piece).weightedLength
  return weight
}

/** Splits the text after blanks, because neither a link nor an emoji contains one. */
function* splitPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + longestPiece)
    if (end < text.length) {
      const blank = Math.max(text.lastIndexOf(' ', end - 1), text.lastIndexOf('\n', end - 1))
      if (blank > start) end = blank + 1
    }
    yield text.slice(start, end)
    start = end
  }
}

/** Returns a text's length by a platform's rules. */
export function textLength(text: string, count: TextCount): number {
  if (count === 'weighted') return weightedLength(text)
  if (count === 'bytes') return new TextEncoder().encode(text).length
  let length = 0
  for (const _ of text) length += 1
  return length
}
