import { minorDigits } from '@atrium/contracts'

/** The numbers and dates of a document in a locale. */
export function documentFormat(locale: string, currency: string) {
  const digits = minorDigits(currency)
  const decimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    /** Minor units with the currency's code, exact since they are read from their digits: `12,083.50 EUR`. */
    amount: (cents: number) =>
      `${decimal.format(`${cents}E-${digits}` as Intl.StringNumericLiteral)} ${currency}`,
    quantity: (quantity: number) => plain.format(quantity),
    /** Basis points as a percentage without needless zeros: `5.5 %`. */
    rate: (bps: number) => `${plain.format(bps / 100)} %`,
    /** A day, `YYYY-MM-DD`. */
    date: (day: string) => date.format(new Date(day)),
  }
}

export type DocumentFormat = ReturnType<typeof documentFormat>

/** Minor units for a mail in English: `12,083.50 EUR`. */
export const formatAmount = (cents: number, currency: string): string =>
  documentFormat('en', currency).amount(cents)

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
