import { normalizeText } from '@atrium/contracts'

const longest = 400_000
const shownProblems = 3

// Each pattern has upper bounds, so matching takes linear time.
const address = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu
const link = /(?:https?:\/\/|www\.)[^\s<>"'`)\]}]{1,2000}/giu
const host =
  /(?<![\p{L}\p{N}@._-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|app|ai|co|info|biz|eu|de|fr|uk|es|it|nl|ch|at|be|pl|ru|cn|xyz|top|ly|me)(?![\p{L}\p{N}-])/giu
const ownId = /\b[a-z]{2,12}_[0-9a-f]{16,64}\b/gi
const bankAccount = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g
const phone = /(?<![\p{L}\p{N}])\+?\d(?:[ ()./-]{0,2}\d){7,14}(?!\p{N})/gu
const date = /\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?!\d)/g
const amount =
  /(?:(?:€|\$|£|\b(?:EUR|USD|GBP|CHF)\b)[ \u00a0]{0,2}(\d[\d., \u00a0']{0,20}))|(?:(\d[\d., \u00a0']{0,20}?)[ \u00a0]{0,2}(?:€|\$|£|(?:EUR|USD|GBP|CHF|euros?|dollars?)\b))/gi

const number = /\d[\d., \u00a0']{0,20}/g

const plain = (text: string): string => normalizeText(text.slice(0, longest), 'NFKC').toLowerCase()
const withoutEnd = (text: string): string => text.replace(/[.,;:!?)\]}'"»]{1,20}$/, '')
const keepDigits = (text: string): string => text.replaceAll(/\D/g, '')
const solid = (text: string): string => text.replaceAll(/\s/g, '')

/**
 * Parses an amount in hundredths. The last separator counts as decimal if one or two digits follow.
 */
function toHundredths(text: string): number {
  const [, whole = '', part = ''] =
    /^(.{0,40}?)(?:[.,](\d{1,2}))?$/.exec(text.trim().replace(/[., ]{1,20}$/, '')) ?? []
  return Number(keepDigits(whole)) * 100 + Number(part.padEnd(2, '0') || 0)
}

function amountsIn(text: string): { shown: string; value: number }[] {
  return [...text.matchAll(amount)].map((match) => ({
    shown: match[0].trim(),
    value: toHundredths(match[1] ?? match[2] ?? ''),
  }))
}

/**
 * Normalizes a fact, so spellings compare equal: without scheme, `www.`, blanks, final slash and
 * digit separators.
 */
function factKey(fact: string): string {
  const text = solid(plain(fact))
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
  const figures = keepDigits(text)
  return figures.length >= 8 && !/[a-z]/.test(text) ? figures : text
}

/** Returns the addresses, ids, accounts and phone numbers of a text, as written. */
function factsIn(text: string): string[] {
  // The digits of an account or a date are no phone number.
  const others = text.replace(bankAccount, ' | ').replace(date, ' | ')
  const found = [address, link, host, ownId, bankAccount].flatMap((pattern) => [
    ...text.matchAll(pattern),
  ])
  return [...found, ...others.matchAll(phone)].map(([fact]) => withoutEnd(fact))
}

export interface Grounds {
  /** Returns the addresses, ids, phone numbers and amounts missing from the material. */
  unknownIn(text: string): string[]
  holds(text: string): boolean
}

/** Indexes the material of a call in linear time. */
export function createGrounds(...texts: readonly string[]): Grounds {
  const whole = texts.join('\n').slice(0, longest)
  const packed = solid(plain(whole))
  const facts = new Set(factsIn(whole).map(factKey))
  const numbers = new Set([...whole.matchAll(number)].map(([found]) => toHundredths(found)))
  return {
    unknownIn(text) {
      const given = text.slice(0, longest)
      const unknown = factsIn(given).filter((fact) => !facts.has(factKey(fact)))
      const sums = amountsIn(given).filter(({ value }) => !numbers.has(value))
      return [...new Set([...unknown, ...sums.map(({ shown }) => shown)])]
    },
    holds: (text) => text.trim() !== '' && packed.includes(solid(plain(text))),
  }
}

/** Returns a complaint if the response states facts without a source in the material. */
export function groundingProblem(
  grounds: Grounds,
  ...texts: readonly string[]
): string | undefined {
  const unknown = grounds.unknownIn(texts.join('\n'))
  if (unknown.length === 0) return undefined
  const shown = unknown.slice(0, shownProblems).map((fact) => `"${fact.slice(0, 120)}"`)
  return `The response names ${shown.join(', ')}, but the material does not contain it`
}
