// A library for the width of text asks for a newer Node than the packed command line promises.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
// Most text needs no look at its graphemes.
const plain = /^[\x20-\x7e]*$/

const widthOf = (grapheme: string): number => {
  if (wide.test(grapheme)) return 2
  return /^\p{Mn}/u.test(grapheme) ? 0 : 1
}

/** The columns of a terminal that a text on one line takes: two for an East Asian wide character or an emoji. */
export function columnsOf(text: string): number {
  if (plain.test(text)) return text.length
  let sum = 0
  for (const { segment } of graphemes.segment(text)) sum += widthOf(segment)
  return sum
}

/** The text with spaces behind it up to that many columns. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)))

/** The beginning of a text on one line that takes at most so many columns, with an ellipsis where it was cut. */
export function cutTo(text: string, columns: number | undefined): string {
  const line = text.trimEnd()
  if (columns === undefined || line.length * 2 <= columns || columnsOf(line) <= columns) return line
  let kept = ''
  let sum = 0
  for (const { segment } of graphemes.segment(line)) {
    sum += widthOf(segment)
    if (sum >= columns) break
    kept += segment
  }
  return `${kept}…`
}

/** Breaks a text between words into lines of at most so many columns. A word that is wider than a line stays whole. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || columnsOf(line) + 1 + columnsOf(word) > columns) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
