import { normalizeText } from './normalize-text.ts'

const marks = /\p{M}/gu
/**
 * Letters that Unicode does not decompose, because they are separate letters in their languages.
 */
const lookalikes: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const looksAlike = /[øłßæœđðþıς]/g

/**
 * Replaces letters that look like others, for example "søren" becomes "soren". Expects lower-case
 * text.
 */
const replaceLookalikes = (text: string): string =>
  text.replace(looksAlike, (letter) => lookalikes[letter] ?? letter)

/**
 * Returns a text's form for searches, conditions and duplicate checks: without case, accents, width
 * and compatibility forms. Takes linear time. See docs/reference/board.md, "Cards".
 */
export const foldText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are part of ASCII
  /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase() : foldLetters(text)

const foldLetters = (text: string): string =>
  replaceLookalikes(normalizeText(text, 'NFKD').replace(marks, '').toLowerCase().replace(marks, ''))
