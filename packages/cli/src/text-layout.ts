// Text width libraries need a newer Node than the packed command line supports.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
// Plain ASCII needs no grapheme segmentation.
const plain = /^[\x20-\x7e]*$/

const measureWidth = (grapheme: string): number => {
  if (wide.test(grapheme)) return 2
  return /^\p{Mn}/u.test(grapheme) ? 0 : 1
}

/**
 * Counts the terminal columns of a one-line text: two for an East Asian wide character or an emoji.
 */
export function countColumns(text: string): number {
  if (plain.test(text)) return text.length
  let sum = 0
  for (const { segment } of graphemes.segment(text)) sum += measureWidth(segment)
  return sum
}

/** Pads a text with spaces to this many columns. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - countColumns(text)))

/** Cuts a one-line text to this many columns and adds an ellipsis if anything was cut. */
export function cutTo(text: string, columns: number | undefined): string {
  const line = text.trimEnd()
  if (columns === undefined || line.length * 2 <= columns || countColumns(line) <= columns)
    return line
  let kept = ''
  let sum = 0
  for (const { segment } of graphemes.segment(line)) {
    sum += measureWidth(segment)
    if (sum >= columns) break
    kept += segment
  }
  return `${kept}…`
}

/**
 * Breaks text between words into lines that fit the columns. A word wider than a line stays whole.
 */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || countColumns(line) + 1 + countColumns(word) > columns)
      lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
