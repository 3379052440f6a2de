import { toDay, toDecimal } from './statement-row.ts'

/** How a file writes days and numbers. */
export interface CsvStyle {
  isMonthFirst: boolean
  decimal: ',' | '.'
}

const numericDay = /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})(?!\d)/
const dense = /^(\d{4})(\d\d)(\d\d)$/
const namedDay =
  /^(?:(\d{1,2})[. -]*(\p{L}{3,9})|(\p{L}{3,9})[. -]*(\d{1,2}))[.,/ -]+(\d{4}|\d\d)(?!\d)/u

/** How month names begin in the document languages. */
const months: Readonly<Record<string, number>> = {
  jan: 1,
  gen: 1,
  ene: 1,
  feb: 2,
  fev: 2,
  fév: 2,
  mar: 3,
  mär: 3,
  mrt: 3,
  maa: 3,
  apr: 4,
  avr: 4,
  abr: 4,
  mai: 5,
  may: 5,
  mei: 5,
  mag: 5,
  jun: 6,
  juin: 6,
  giu: 6,
  jul: 7,
  juil: 7,
  lug: 7,
  aug: 8,
  aoû: 8,
  aou: 8,
  ago: 8,
  sep: 9,
  set: 9,
  oct: 10,
  okt: 10,
  ott: 10,
  out: 10,
  nov: 11,
  dec: 12,
  déc: 12,
  dez: 12,
  dic: 12,
}
const findMonth = (name: string): number => {
  const lower = name.toLowerCase()
  return months[lower.slice(0, 4)] ?? months[lower.slice(0, 3)] ?? 0
}

const toYear = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text))

/** Reads a day in a cell, also with a time behind it. Returns undefined if it is none. */
export function readCsvDay(cell: string, { isMonthFirst }: Pick<CsvStyle, 'isMonthFirst'>) {
  const text = cell.slice(0, 60).trim()
  const [, y, m, d] = dense.exec(text) ?? []
  if (y !== undefined) return toDay(Number(y), Number(m), Number(d))
  const [, a = '', b = '', c = ''] = numericDay.exec(text) ?? []
  if (a.length === 4) return toDay(Number(a), Number(b), Number(c))
  if (a !== '' && (c.length === 2 || c.length === 4)) {
    const [day, month] = isMonthFirst ? [b, a] : [a, b]
    return toDay(toYear(c), Number(month), Number(day))
  }
  const named = namedDay.exec(text)
  if (named === null) return undefined
  const [, day1, month1, month2, day2, year = ''] = named
  return toDay(toYear(year), findMonth(month1 ?? month2 ?? ''), Number(day1 ?? day2))
}

/** True if days begin with the month: if some day only makes sense this way, or on slashes only. */
export function findMonthFirst(cells: Iterable<string>): boolean {
  let couldBeMonthFirst = false
  for (const cell of cells) {
    const [, a = '', b = '', c = ''] = numericDay.exec(cell.slice(0, 60).trim()) ?? []
    if (a === '' || a.length === 4 || c === '') continue
    if (Number(a) > 12) return false
    if (Number(b) > 12) couldBeMonthFirst = true
  }
  return couldBeMonthFirst
}

/** Returns the file's decimal sign. */
export function findDecimal(cells: Iterable<string>): ',' | '.' {
  const counts = { ',': 0, '.': 0 }
  for (const cell of cells) {
    const text = cell.slice(0, 60)
    const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
    if (last === -1) continue
    const sign = text[last] === ',' ? ',' : '.'
    const other = sign === ',' ? '.' : ','
    const after = /^\d*/.exec(text.slice(last + 1))?.[0].length ?? 0
    // The sign behind another one, and the sign before two digits, is the decimal sign.
    if (after !== 3 || text.includes(other)) counts[sign] += 1
    else counts[other] += 0.001
  }
  return counts[','] > counts['.'] ? ',' : '.'
}

// A currency, its sign, or a debit or credit mark has at most four letters.
const hasWords = (text: string): boolean => /\p{L}{5}/u.test(text)

/** Reads an amount with grouping, a currency and any common minus sign. */
export function readCsvAmount(cell: string, { decimal }: Pick<CsvStyle, 'decimal'>) {
  const text = cell.slice(0, 60).trim()
  const isNegative =
    /^[^\d]*[-−–]/.test(text) ||
    /[-−–]\s*$/.test(text) ||
    /^\(.*\)$/.test(text) ||
    /\d\s*(?:S|DR|D)$/i.test(text)
  const grouping = decimal === ',' ? '.' : ','
  const digits = text
    .replaceAll(grouping, '')
    .replaceAll(decimal, '.')
    .replace(/[^\d.]/g, '')
  const [whole = '', rest = '', ...more] = digits.split('.')
  const isReadable = /\d/.test(digits) && more.length === 0 && !hasWords(text)
  return isReadable && whole.length <= 15 && rest.length <= 10
    ? toDecimal(isNegative, whole, rest)
    : undefined
}

/** True if a direction column says that money went out. */
export const isMoneyOut = (cell: string): boolean =>
  /^\s*(?:-|−|af|a|d|dr|dt|db|dbit|deb\w*|déb\w*|s|soll|lastschrift|out|addebito|uscita|cargo|salida|belastung)\s*$/iu.test(
    cell.slice(0, 40),
  )

const currencyCode =
  /(?<![A-Z])(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|JPY|CAD|AUD|NZD|CNY|HKD|SGD|INR|TRY|ZAR|BRL|MXN|AED|ILS)(?![A-Z])/

/** Returns the currency that a cell or heading names, by its code or by the euro or pound sign. */
export function findCurrency(cell: string): string | undefined {
  const text = cell.slice(0, 60)
  const [code] = currencyCode.exec(text.toUpperCase()) ?? []
  return code ?? (text.includes('€') ? 'EUR' : text.includes('£') ? 'GBP' : undefined)
}
