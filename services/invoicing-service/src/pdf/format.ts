import { minorDigits } from '@atrium/contracts'

/** The numbers and dates of a document in a locale. */
export interface DocumentFormat {
  /** Minor units as an exact decimal with the currency's code: `12,083.50 EUR`. */
  amount(cents: number): string
  /** At most four decimals. */
  quantity(quantity: number): string
  /** Basis points as a percentage without needless zeros: `5.5 %`. */
  rate(bps: number): string
  /** The UTC date of a moment. */
  date(iso: string): string
}

export function documentFormat(locale: string, currency: string): DocumentFormat {
  const digits = minorDigits(currency)
  const decimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    // Read from its digits, the amount stays exact.
    amount: (cents) => `${decimal.format(`${cents}E-${digits}` as Intl.StringNumericLiteral)} ${currency}`,
    quantity: (quantity) => plain.format(quantity),
    rate: (bps) => `${plain.format(bps / 100)} %`,
    date: (iso) => date.format(new Date(iso)),
  }
}

/** Minor units for a mail in English: `12,083.50 EUR`. */
export const formatAmount = (cents: number, currency: string): string =>
  documentFormat('en', currency).amount(cents)

export const formatDate = (iso: string): string => iso.slice(0, 10)

// Composing sorts the marks of a letter, which takes the square of their number; Unicode's stream-safe form has 30.
const tooManyMarks = /(?<=\p{M}{30})\p{M}/gu

// Controls of direction would let a text change the order of the page around it; the others have no glyph. Joiners
// (U+200C, U+200D) shape letters.
const unseen = /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u200C\u200D])[\p{Cf}\p{Cs}\p{Variation_Selector}]/gu

/** Composed text of one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+|\p{Cc}+/gu, ' ')
    .replace(unseen, '')
    .replace(tooManyMarks, '')
    .normalize('NFC')
