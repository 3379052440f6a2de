/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu
const isUnspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u
const words = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu

/**
 * Yields a folded text's words (letters and digits), and single pictographs. A run in a script
 * without spaces is marked `unspaced`, because a search must find parts of it.
 */
export function* wordsIn(folded: string): Generator<{ text: string; unspaced: boolean }> {
  for (const [word] of folded.matchAll(words)) {
    let end = 0
    for (const run of word.matchAll(unspaced)) {
      if (run.index > end) yield { text: word.slice(end, run.index), unspaced: false }
      yield { text: run[0], unspaced: true }
      end = run.index + run[0].length
    }
    if (end < word.length) yield { text: word.slice(end), unspaced: false }
  }
}

/** Returns true if a search for this text may match inside a word. */
export const startsUnspaced = (text: string): boolean => isUnspaced.test(text)

/**
 * Yields neighbouring character pairs and the last character alone. Every part of a run then starts
 * one of them.
 */
export function* splitPairs(run: string): Generator<string> {
  let before: string | undefined
  for (const character of run) {
    if (before !== undefined) yield before + character
    before = character
  }
  if (before !== undefined) yield before
}

const phoneNumbers = /\+?\(?\d[\d ().\-/\u00a0\u2009\u202f]{5,24}\d/g
const wholePhone = /^\s*\+?[\d ().\-/\u00a0\u2009\u202f]{7,40}$/
/** The longest text of a phone number, with blanks between its digits. */
const longestPhone = 60
/** The fewest and most digits of a phone number (ITU-T E.164). */
const [fewest, most] = [7, 15]

const keepDigits = (text: string): string => text.replace(/\D/g, '')
const isPhone = (digits: string): boolean => digits.length >= fewest && digits.length <= most + 2

/** Yields the digits of each phone number in a text. */
export function* phonesIn(text: string): Generator<string> {
  for (const [number] of text.matchAll(phoneNumbers)) {
    const digits = keepDigits(number)
    if (isPhone(digits)) yield digits
  }
}

interface Phone {
  /** The digits without leading zeros, with the country prefix if `isAbroad`. */
  significant: string
  /** The digits without the trunk 0 and the country prefix. */
  national: string
  isAbroad: boolean
  hasTrunk: boolean
}

/** Parses a text if it is a phone number and nothing else. */
function parsePhone(text: string): Phone | undefined {
  if (!wholePhone.test(text)) return undefined
  const digits = keepDigits(text)
  if (!isPhone(digits)) return undefined
  const isAbroad = text.trim().startsWith('+') || digits.startsWith('00')
  const significant = digits.replace(/^0+/, '')
  const national = isAbroad
    ? significant.slice(countryCodeLength(significant)).replace(/^0/, '')
    : significant
  return { significant, national, isAbroad, hasTrunk: !isAbroad && digits.startsWith('0') }
}

/**
 * Returns the endings for a stored phone number to match a searched one: without the trunk 0 and
 * without the country prefix. Empty if the text is no phone number.
 */
export function phoneEndings(text: string): string[] {
  const phone = parsePhone(text)
  if (phone === undefined) return []
  const { significant, national, isAbroad } = phone
  const endings = isAbroad ? [significant, national] : [significant]
  return endings.filter((ending) => ending.length >= fewest - 1)
}

/**
 * Returns true if both texts are the same phone number, with or without the country prefix. At
 * least one must start with +, 00 or 0, because a date and an order number also have digits alone.
 */
export function isSamePhone(one: string, other: string): boolean {
  const a = parsePhone(one)
  const b = a && parsePhone(other)
  if (a === undefined || b === undefined) return false
  if (![a, b].some(({ isAbroad, hasTrunk }) => isAbroad || hasTrunk)) return false
  if (a.isAbroad === b.isAbroad) return a.significant === b.significant
  return (
    a.national === b.national || (!a.hasTrunk && !b.hasTrunk && a.significant === b.significant)
  )
}

/**
 * Returns a phone number's keys, so a list finds a number without comparing every pair. Two texts
 * are the same phone number for `isSamePhone` if one of the `wanted` keys of one text is among the
 * `stored` keys of the other. Both lists are empty if the text is no phone number.
 */
export function phoneKeys(text: string): { stored: string[]; wanted: string[] } {
  const phone = parsePhone(text)
  if (phone === undefined) return { stored: [], wanted: [] }
  const { significant, national, isAbroad, hasTrunk } = phone
  if (isAbroad)
    return {
      stored: [`abroad:${significant}`, `national:${national}`],
      wanted: [`abroad:${significant}`, `home:${national}`, `bare:${significant}`],
    }
  if (hasTrunk)
    return {
      stored: [`home:${significant}`, `trunk:${significant}`],
      wanted: [`home:${significant}`, `national:${significant}`],
    }
  return {
    stored: [`home:${significant}`, `bare:${significant}`],
    wanted: [`trunk:${significant}`, `national:${significant}`, `abroad:${significant}`],
  }
}

/**
 * Returns a phone number without blanks and punctuation, with `+` before a country prefix. Returns
 * undefined if the text is no phone number, or has neither a country prefix nor a trunk 0, because
 * it may be any other number.
 */
export function phoneForComparison(text: string): string | undefined {
  const phone = text.length > longestPhone ? undefined : parsePhone(text)
  if (phone === undefined) return undefined
  if (phone.isAbroad) return `+${phone.significant}`
  return phone.hasTrunk ? `0${phone.significant}` : undefined
}

/** Returns true if the text contains the phone number. Takes time linear in the text. */
export function containsPhone(text: string, phone: string): boolean {
  if (parsePhone(phone) === undefined) return false
  for (const [number] of text.matchAll(phoneNumbers)) if (isSamePhone(number, phone)) return true
  return false
}

/**
 * Returns the country code length (ITU-T E.164): one digit for North America and Russia, two in
 * these ranges, otherwise three.
 */
function countryCodeLength(digits: string): number {
  if (/^[17]/.test(digits)) return 1
  return /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3
}
