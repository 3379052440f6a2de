/** One booking before it is stored. The worker thread writes it as one line. */
export interface StatementRow {
  /** A calendar day, for example `2026-11-30`. */
  bookedOn: string
  /** A decimal number in the major unit, for example `-12.50`. Negative if money went out. */
  amount: string
  /** Null if a CSV file does not say. */
  currency: string | null
  counterparty: string | null
  iban: string | null
  reference: string | null
  /** The organisation's own account. */
  account: string | null
  /** The bank's own reference. Null if there is none, or only a placeholder. */
  bankReference: string | null
}

export type TakeRow = (row: StatementRow) => void

/** Where a file cannot be read. */
export interface StatementPlace {
  line?: number
  element?: string
}

/** The file is no readable statement. The message is shown to users. */
export class UnreadableStatement extends Error {
  readonly place: StatementPlace

  constructor(message: string, place: StatementPlace = {}) {
    super(message)
    this.name = 'UnreadableStatement'
    this.place = place
  }
}

const blank = /[\s\p{Cc}\p{Cf}]+/gu

/** Returns a text on one line, or null if nothing is left. */
export function cleanText(text: string | undefined, longest: number): string | null {
  // The pattern may only run over a bounded text.
  const clean = (text ?? '')
    .slice(0, longest * 2)
    .replace(blank, ' ')
    .trim()
    .slice(0, longest)
  return clean === '' ? null : clean.toWellFormed()
}

export const longestName = 200
export const longestReference = 1_000

/** Returns an IBAN or account number without spaces in upper case, or null. */
export function cleanAccount(text: string | undefined): string | null {
  const clean = (text ?? '')
    .slice(0, 100)
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, 34)
  return clean === '' || /^0+$/.test(clean) ? null : clean
}

// Banks send these words, or one repeated sign, if they have no reference.
const placeholder = /^(?:NONREF|NOTPROVIDED|NOT ?PROVIDED|NONE|NULL|N\/?A|UNKNOWN|[0.\-/ ]*)$/i

export function cleanBankReference(text: string | undefined): string | null {
  const clean = cleanText(text, 100)
  return clean === null || placeholder.test(clean) ? null : clean
}

/** Joins remittance texts, each once. */
export function joinReference(texts: ReadonlyArray<string | null | undefined>): string | null {
  const parts = new Set(texts.map((text) => text?.trim()).filter(Boolean))
  return cleanText([...parts].join(' '), longestReference)
}

/** Returns a day, or undefined if the calendar has no such day. */
export function toDay(year: number, month: number, day: number): string | undefined {
  if (year < 1970 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, day)
  return at.getUTCDate() === day ? at.toISOString().slice(0, 10) : undefined
}

/** Reads `YYYYMMDD` or `YYYY-MM-DD`, also with a time behind it. */
export function readIsoDay(text: string): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(text.slice(0, 40)) ?? []
  return toDay(Number(year), Number(month), Number(day))
}

/** Reads a plain decimal number with a point or a comma, without grouping. */
export function readDecimal(text: string): string | undefined {
  const match = /^([+-]?)(\d{0,15})(?:[.,](\d{0,10}))?$/.exec(text.slice(0, 60).trim())
  const [, sign = '', whole = '', rest = ''] = match ?? []
  if (match === null || whole + rest === '') return undefined
  return toDecimal(sign === '-', whole, rest)
}

/** Returns a number's shortest form, so equal amounts are equal texts. */
export function toDecimal(isNegative: boolean, whole: string, rest: string): string {
  const units = whole.replace(/^0+/, '') || '0'
  let end = rest.length
  while (rest[end - 1] === '0') end -= 1
  const parts = rest.slice(0, end)
  const text = parts === '' ? units : `${units}.${parts}`
  return isNegative && text !== '0' ? `-${text}` : text
}

export const negate = (amount: string): string =>
  amount === '0' ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`
