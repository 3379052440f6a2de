/** Minor units (ISO 4217, as the runtime knows it; hundredths for an unknown code) as an exact decimal: `-12,083.50 EUR`. */
export function formatAmount(cents: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const decimal = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // Read from its digits, the amount stays exact.
  return `${decimal.format(`${cents}E-${digits}` as Intl.StringNumericLiteral)} ${currency}`
}

/** Basis points as a percentage without needless zeros: `5.5 %`. */
export const formatRate = (bps: number): string => `${bps / 100} %`

/** The UTC date. */
export const formatDate = (iso: string): string => iso.slice(0, 10)

// The characters of the standard PDF fonts (Windows-1252), and letters whose stroke is no accent.
const inFont = /[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u
const plain: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Ħ: 'H', ħ: 'h' }

// Composing sorts the marks of a letter, which takes the square of their number; Unicode's stream-safe form has 30.
const tooManyMarks = /(?<=\p{M}{30})\p{M}/gu

/** Composed text of one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+|\p{Cc}+/gu, ' ')
    .replace(tooManyMarks, '')
    .normalize('NFC')

/** Text for the standard PDF fonts: unknown accents are removed, other unknown characters become a question mark. */
export function printable(text: string): string {
  let result = ''
  for (const character of oneLine(text)) {
    if (inFont.test(character)) result += character
    else {
      const bare = plain[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '')
      result += [...bare].every((part) => inFont.test(part)) ? bare : '?'
    }
  }
  return result
}
