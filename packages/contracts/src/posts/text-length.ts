import { normalizeText } from '../core/normalize-text.ts'

/** The length of a link on shortpost, whatever its own. */
export const shortpostLinkLength = 23

// Code points that weigh one; all others weigh two (the network's published counting configuration, version 3).
const light: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]
// Not by grapheme: the segmenter takes the square of a text's length.
const emoji = /\p{RGI_Emoji}/gv
const links =
  /https?:\/\/[^\s<>"]+|(?<![@\w.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:com|org|net|edu|gov|io|dev|app|ai|co|me|info|biz|eu|de|fr|uk|es|it|nl|ch|at|be|pl|se|no|dk|fi|jp|us|ca|au|in|br)\b(?:\/[^\s<>"]*)?/giu

const isLight = (code: number): boolean => light.some(([from, to]) => code >= from && code <= to)

function weightOf(text: string): number {
  let weight = 0
  let end = 0
  const countTo = (next: number): void => {
    for (const character of text.slice(end, next)) weight += isLight(character.codePointAt(0) ?? 0) ? 1 : 2
  }
  for (const match of text.matchAll(emoji)) {
    countTo(match.index)
    weight += 2
    end = match.index + match[0].length
  }
  countTo(text.length)
  return weight
}

/** The weighted length of a shortpost text (NFC): a link counts 23, an emoji 2, Latin letters 1, all else 2. */
export function weightedLength(text: string): number {
  const composed = normalizeText(text, 'NFC')
  let weight = 0
  let end = 0
  for (const match of composed.matchAll(links)) {
    weight += weightOf(composed.slice(end, match.index)) + shortpostLinkLength
    end = match.index + match[0].length
  }
  return weight + weightOf(composed.slice(end))
}

/** The length of a text in the way of counting that a platform's rules name: code points, or weighted. */
export function textLength(text: string, count: 'characters' | 'weighted'): number {
  if (count === 'weighted') return weightedLength(text)
  let length = 0
  for (const _ of text) length += 1
  return length
}
