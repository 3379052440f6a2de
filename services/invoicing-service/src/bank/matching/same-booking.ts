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

type Agreement = 'same' | 'maybe' | 'other'

/**
 * Compares two bookings of one day and amount from files of different formats. They are the same if
 * payer and text agree. They may be the same if nothing differs, but one file says less.
 */
export function compareBookings(a: DescribedBooking, b: DescribedBooking): Agreement {
  if (a.account !== null && b.account !== null && !isSameAccount(a.account, b.account))
    return 'other'
  const payer = comparePayers(a, b)
  const text = compareTexts(a.reference ?? '', b.reference ?? '')
  if (payer === 'same' && text === 'same') return 'same'
  return payer === 'other' || text === 'other' ? 'other' : 'maybe'
}

function comparePayers(a: DescribedBooking, b: DescribedBooking): Agreement {
  if (a.iban !== null && b.iban !== null) return isSameAccount(a.iban, b.iban) ? 'same' : 'other'
  const [own, other] = [nameWords(a.counterparty ?? ''), nameWords(b.counterparty ?? '')]
  if (own.length === 0 || other.length === 0) return 'maybe'
  if (own.join(' ') === other.join(' ') || isSameName(own, other)) return 'same'
  return isNearName(own, other) ? 'maybe' : 'other'
}

const shortest = 6
const longest = 1_000

/** Formats differ in spaces, signs and umlauts, and one may add a reference or cut the text. */
function compareTexts(a: string, b: string): Agreement {
  const [one, two] = [normalizeReference(a), normalizeReference(b)]
  if (one === two && one !== '') return 'same'
  if (one === '' || two === '') return 'maybe'
  const [short, long] = one.length <= two.length ? [one, two] : [two, one]
  if (long.includes(short)) return short.length >= shortest ? 'same' : 'maybe'
  const words = a.length <= b.length ? [a, b] : [b, a]
  return hasMostWords(words[0] ?? '', normalizeReference(words[1] ?? '')) ? 'maybe' : 'other'
}

const normalizeReference = (text: string): string =>
  foldText(text.slice(0, longest))
    .replace(/([aou])e/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, '')

function hasMostWords(text: string, normalized: string): boolean {
  const words = text
    .split(/[^\p{L}\p{N}]+/u)
    .map(normalizeReference)
    .filter(Boolean)
  const letters = words.join('').length
  const shared = words
    .filter((word) => word.length > 2 && normalized.includes(word))
    .join('').length
  return shared >= letters * 0.6
}
