import { minorDigits } from '@atrium/contracts'

/** Formats minor units in the locale without rounding: "€14,500.20". */
export function amountLabel(cents: number, currency: string, locale?: string): string {
  const digits = minorDigits(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals })
  // A string of digits is formatted without rounding.
  return format.format(`${cents}E-${digits}` as Intl.StringNumericLiteral)
}

/** Formats minor units as a user types them: "241.67". */
export function amountText(cents: number, currency: string): string {
  const digits = minorDigits(currency)
  const figures = String(Math.abs(cents)).padStart(digits + 1, '0')
  const whole = figures.slice(0, figures.length - digits)
  const fraction = digits === 0 ? '' : `.${figures.slice(-digits)}`
  return `${cents < 0 ? '-' : ''}${whole}${fraction}`
}

/**
 * Parses a typed number into its plain decimal form. It accepts a point or a comma before the
 * decimals and any usual grouping:
 * "1.234,5" and "1,234.5" become "1234.5". Returns undefined if the text is no number or has more
 * decimals than `digits`.
 */
export function parseDecimal(typed: string, digits: number): string | undefined {
  const text = typed.replace(/[\s'’_]/g, '').replace(/^[−–]/, '-')
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(text)
  if (match === null) return undefined
  const [, sign, body = ''] = match
  const at = decimalPlace(body, digits)
  const whole = (at < 0 ? body : body.slice(0, at)).replace(/[.,]/g, '')
  const fraction = at < 0 ? '' : body.slice(at + 1)
  if (!/^\d*$/.test(fraction)) return undefined
  const kept = withoutLastZeros(fraction)
  if (kept.length > digits) return undefined
  const value = `${whole.replace(/^0+(?=\d)/, '') || '0'}${kept === '' ? '' : `.${kept}`}`
  return sign === '-' && value !== '0' ? `-${value}` : value
}

/** Removes the zeros at the end in linear time. */
function withoutLastZeros(figures: string): string {
  let end = figures.length
  while (figures[end - 1] === '0') end -= 1
  return figures.slice(0, end)
}

/**
 * Returns the index of the decimal separator, or -1 if there is none. Three digits after a
 * separator are a group if the number has two decimals.
 */
function decimalPlace(body: string, digits: number): number {
  const point = body.lastIndexOf('.')
  const comma = body.lastIndexOf(',')
  const last = Math.max(point, comma)
  if (last < 0) return -1
  if (point >= 0 && comma >= 0) return last
  const separator = body[last] ?? ''
  if (body.indexOf(separator) !== last) return -1
  return digits < 3 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(body) ? -1 : last
}

/** Parses a typed amount into minor units. Returns undefined if the text is no amount. */
export function parseCents(typed: string, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const decimal = parseDecimal(typed, digits)
  if (decimal === undefined) return undefined
  const [whole = '', fraction = ''] = decimal.split('.')
  const cents = Number(`${whole}${fraction.padEnd(digits, '0')}`)
  return Number.isSafeInteger(cents) ? cents + 0 : undefined
}

/**
 * Parses a typed quantity. Returns undefined if the text is no number or has more than four
 * decimals.
 */
export function parseQuantity(typed: string): number | undefined {
  const decimal = parseDecimal(typed, 4)
  return decimal === undefined ? undefined : Number(decimal)
}

/**
 * Parses a typed percentage into basis points. Returns undefined if the text is no number or has
 * more than two decimals.
 */
export function parseRate(typed: string): number | undefined {
  const decimal = parseDecimal(typed.replace(/%\s*$/, ''), 2)
  if (decimal === undefined) return undefined
  const [whole = '', fraction = ''] = decimal.split('.')
  return Number(`${whole}${fraction.padEnd(2, '0')}`)
}

/** Formats basis points as a percentage: "5.5 %". */
export const rateLabel = (bps: number): string => `${bps / 100} %`
