import { minorDigits } from '@atrium/contracts/document-rules'

/** Returns how documents write a currency: the euro's sign, or the code. */
export const currencySign = (currency: string): string => (currency === 'EUR' ? '€' : currency)

export function documentFormat(locale: string, currency: string, sign = currency) {
  const digits = minorDigits(currency)
  const decimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    /**
     * Formats minor units with the currency code: `12,083.50 EUR`. Exact, because it works on the
     * digits.
     */
    amount: (cents: number) =>
      `${decimal.format(`${cents}E-${digits}` as Intl.StringNumericLiteral)} ${sign}`,
    quantity: (quantity: number) => plain.format(quantity),
    /** Formats basis points as a percentage without trailing zeros: `5.5 %`. */
    rate: (bps: number) => `${plain.format(bps / 100)} %`,
    /** Formats a day given as `YYYY-MM-DD`. */
    date: (day: string) => date.format(new Date(day)),
  }
}

export type DocumentFormat = ReturnType<typeof documentFormat>

/** Formats minor units for a mail in English: `12,083.50 EUR`. */
export const formatAmount = (cents: number, currency: string): string =>
  documentFormat('en', currency).amount(cents)

// Composing sorts a letter's marks in quadratic time. Unicode's stream-safe form allows 30 marks.
const tooManyMarks = /(?<=\p{M}{30})\p{M}/gu

// Direction controls would let a text change the order of the page around it. The other characters
// have no glyph. Joiners (U+200C, U+200D) are kept, because they shape letters.
const unseen =
  /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u200C\u200D])[\p{Cf}\p{Cs}\p{Variation_Selector}]/gu

/** Returns composed text on one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+|\p{Cc}+/gu, ' ')
    .replace(unseen, '')
    .replace(tooManyMarks, '')
    .normalize('NFC')
