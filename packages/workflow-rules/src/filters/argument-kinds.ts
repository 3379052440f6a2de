import { isTimeZone } from '../cron.ts'

/** The values accepted as filter arguments. `argumentKinds` reads them from JSON. */
export interface ArgumentKinds {
  any: unknown
  text: string
  /** A decimal numeral without blanks. */
  number: string
  format: string
  digits: number
  characters: number
  currency: string
  locale: string
  zone: string
}

export type ArgumentKind = keyof ArgumentKinds

export interface KindReader<T> {
  /** What a message calls this kind. */
  words: string
  /** Returns undefined if the value has another kind. */
  read(value: unknown): T | undefined
}

// Adjacent parts never match the same character, so every text is read once.
const numeral = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/
const longestNumeral = 1_000

function readNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value !== 'string' || value.length > longestNumeral || !numeral.test(value))
    return undefined
  return value.trim().replace('+', '')
}

const readText = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined

function readWhole(value: unknown, most: number): number | undefined {
  const number = Number(readNumber(value))
  return Number.isInteger(number) && number >= 0 && number <= most ? number : undefined
}

const longestLocale = 35

function readLocale(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > longestLocale) return undefined
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}

const longestZone = 100
const longestFormat = 200
const mostDigits = 20
const mostCharacters = 1_000_000

export const argumentKinds: { readonly [K in ArgumentKind]: KindReader<ArgumentKinds[K]> } = {
  any: { words: 'a value', read: (value) => value },
  text: { words: 'a text', read: readText },
  number: { words: 'a number', read: readNumber },
  format: {
    words: `a text of at most ${longestFormat} characters, such as 'D MMMM YYYY'`,
    read: (value) =>
      typeof value === 'string' && value.length <= longestFormat ? value : undefined,
  },
  digits: {
    words: `a whole number from 0 to ${mostDigits}`,
    read: (value) => readWhole(value, mostDigits),
  },
  characters: {
    words: `a whole number from 0 to ${mostCharacters}`,
    read: (value) => readWhole(value, mostCharacters),
  },
  currency: {
    words: 'a currency, such as EUR',
    read: (value) =>
      typeof value === 'string' && /^[a-z]{3}$/i.test(value) ? value.toUpperCase() : undefined,
  },
  locale: { words: 'a language, such as en-GB', read: readLocale },
  zone: {
    words: 'a time zone, such as Europe/Paris',
    read: (value) =>
      typeof value === 'string' && value.length <= longestZone && isTimeZone(value)
        ? value
        : undefined,
  },
}

/** Returns what a message calls a value, for example `a list`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  const shown = text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text
  return typeof value === 'number' ? shown : `the text "${shown}"`
}

const longestShown = 40
