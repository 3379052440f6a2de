import twitter from 'twitter-text'
import type { TextCount } from '../networks/network.ts'

/** The length of a link on shortpost, whatever its own. */
export const shortpostLinkLength = 23

/** Links are shorter than this, so that a longer text can be counted in pieces. */
const longestPiece = 5_000

/**
 * The weighted length of a shortpost text, as the network's own library counts it: a link 23, an emoji 2, Latin letters 1
 * and all else 2. The library's time grows with the square of a text, so long texts are counted in pieces.
 */
export function weightedLength(text: string): number {
  let weight = 0
  for (const piece of piecesOf(text)) weight += twitter.parseTweet(piece).weightedLength
  return weight
}

/** Splits the text after blanks, because neither a link nor an emoji contains one. */
function* piecesOf(text: string): Generator<string> {
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

/** The length of a text in the way of counting that a platform's rules name. */
export function textLength(text: string, count: TextCount): number {
  if (count === 'weighted') return weightedLength(text)
  if (count === 'bytes') return new TextEncoder().encode(text).length
  let length = 0
  for (const _ of text) length += 1
  return length
}
