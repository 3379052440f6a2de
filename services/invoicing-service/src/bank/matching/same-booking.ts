import { foldText, isSameAccount } from '@atrium/contracts'
import { isNearName, isSameName, nameWords } from './payer-names.ts'

/** What files of different formats say about a booking of one day and amount. */
interface DescribedBooking {
  /** The organisation's own account. */
  account: string | null
  counterparty: string | null
  iban: string | null
  reference: string | null
}

/** Prepares the texts of a booking once, because it is compared with many others. */
export function prepareBooking({ account, counterparty, iban, reference }: DescribedBooking) {
  let words: readonly string[] | undefined
  return {
    account,
    iban,
    names: nameWords(counterparty ?? ''),
    text: normalizeReference(reference ?? ''),
    listWords: () => {
      words ??= splitReference(reference ?? '')
      return words
    },
  }
}

export type PreparedBooking = ReturnType<typeof prepareBooking>

/** True if two bookings of one day and amount have the same payer and exactly the same text. */
export const isEqualBooking = (a: PreparedBooking, b: PreparedBooking): boolean =>
  a.text === b.text && isSameBooking(a, b)

/**
 * True if two bookings of one day and amount from files of different formats are the same: payer
 * and text agree.
 */
export const isSameBooking = (a: PreparedBooking, b: PreparedBooking): boolean =>
  !areOtherAccounts(a, b) && isSameText(a, b) && isSamePayer(a, b)

/** True if they may be the same, because nothing differs, but one file says less. */
export const mayBeSameBooking = (a: PreparedBooking, b: PreparedBooking): boolean =>
  !areOtherAccounts(a, b) && mayBeSameText(a, b) && mayBeSamePayer(a, b)

const areOtherAccounts = (a: PreparedBooking, b: PreparedBooking): boolean =>
  a.account !== null && b.account !== null && !isSameAccount(a.account, b.account)

function isSamePayer(a: PreparedBooking, b: PreparedBooking): boolean {
  if (a.iban !== null && b.iban !== null) return isSameAccount(a.iban, b.iban)
  if (a.names.length === 0 || b.names.length === 0) return false
  return a.names.join(' ') === b.names.join(' ') || isSameName(a.names, b.names)
}

function mayBeSamePayer(a: PreparedBooking, b: PreparedBooking): boolean {
  if (isSamePayer(a, b)) return true
  if (a.iban !== null && b.iban !== null) return false
  return a.names.length === 0 || b.names.length === 0 || isNearName(a.names, b.names)
}

const shortest = 6
const longest = 1_000

const sortByLength = (a: PreparedBooking, b: PreparedBooking) =>
  a.text.length <= b.text.length ? ([a, b] as const) : ([b, a] as const)

/** Formats differ in spaces, signs and umlauts, and one may add a reference or cut the text. */
function isSameText(a: PreparedBooking, b: PreparedBooking): boolean {
  const [short, long] = sortByLength(a, b)
  if (short.text === '') return false
  return (
    short.text === long.text || (short.text.length >= shortest && long.text.includes(short.text))
  )
}

function mayBeSameText(a: PreparedBooking, b: PreparedBooking): boolean {
  const [short, long] = sortByLength(a, b)
  return long.text.includes(short.text) || hasMostWords(short.listWords(), long.text)
}

const normalizeReference = (text: string): string =>
  foldText(text.slice(0, longest))
    .replace(/([aou])e/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const splitReference = (text: string): string[] =>
  text
    .slice(0, longest)
    .split(/[^\p{L}\p{N}]+/u)
    .map(normalizeReference)
    .filter(Boolean)

function hasMostWords(words: readonly string[], normalized: string): boolean {
  const letters = words.join('').length
  const shared = words
    .filter((word) => word.length > 2 && normalized.includes(word))
    .join('').length
  return shared >= letters * 0.6
}
