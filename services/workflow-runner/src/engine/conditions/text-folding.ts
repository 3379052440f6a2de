import { foldText } from '@atrium/contracts'
import type { Pace } from '@atrium/workflow-rules'

const marks = /\p{M}+/gu
const plain = /^[\x20-\x40\x5b-\x7e]*$/
const printable = /^[\x20-\x7e]*$/

/**
 * Normalizes to NFKD without combining marks. Existing marks are removed first, because sorting
 * them takes quadratic time.
 */
export const stripMarks = (text: string): string =>
  text.replace(marks, '').normalize('NFKD').replace(marks, '')

/** The most characters per step. Even the slowest characters take only a few milliseconds. */
export const foldedAtOnce = 8_192

// `foldText` folds each character on its own, so the result for a piece does not depend on the text
// around it.
function foldPiece(text: string): string {
  if (plain.test(text)) return text
  return printable.test(text) ? text.toLowerCase() : foldText(text)
}

const startsInsidePair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + foldedAtOnce)
    if (end < text.length && startsInsidePair(text, end)) end += 1
    yield text.slice(at, end)
    at = end
  }
}

/** Folds as searches do, piece by piece. See docs/reference/workflows.md, "Conditions". */
export function fold(text: string): string {
  if (text.length <= foldedAtOnce) return foldPiece(text)
  let folded = ''
  for (const piece of pieces(text)) folded += foldPiece(piece)
  return folded
}

export async function foldPaced(
  text: string,
  pace: Pace,
  most: number,
): Promise<string | undefined> {
  let folded = ''
  for (const piece of pieces(text)) {
    if (pace.due()) await pace.yield()
    folded += foldPiece(piece)
    if (folded.length > most) return undefined
  }
  return folded
}
