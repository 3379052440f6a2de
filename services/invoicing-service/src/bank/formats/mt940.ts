import { readInformation } from './mt940-information.ts'
import {
  cleanAccount,
  cleanBankReference,
  joinReference,
  negate,
  readDecimal,
  type TakeRow,
  toDay,
  UnreadableStatement,
} from './statement-row.ts'

interface Booking {
  line: number
  /** True if the bank only announces it (MT942). */
  isExpected: boolean
  bookedOn: string
  amount: string
  customerReference: string | null
  bankReference: string | null
  more: string
}

const tagLine = /^:(\d\d[A-Z]?):(.*)$/
const longestField = 5_000

// Value date, booking day, direction, funds code, amount, type, references (SWIFT MT940, field 61).
const bookingLine =
  /^(\d\d)(\d\d)(\d\d)(\d{4})?(RC|RD|C|D|EC|ED)([A-Z])?(\d{1,15}[.,]\d{0,5})([A-Z][A-Z0-9]{3})?(.*)$/

/**
 * Reads MT940 and MT942, also with SWIFT envelopes around the messages. A reversed credit (`RC`) is
 * money out, and a reversed debit (`RD`) money in.
 */
export function readMt940(text: string, take: TakeRow): void {
  let account: string | null = null
  let currency: string | null = null
  let booking: Booking | undefined
  let field: { tag: string; lines: string[]; line: number; size: number } | undefined
  let messages = 0
  // True until the message's closing balance.
  let isUnfinished = false

  const finish = (information: string[]) => {
    if (booking === undefined) return
    const { line, more, customerReference, isExpected, ...rest } = booking
    booking = undefined
    if (isExpected) return
    const { name, iban, texts } = readInformation(information)
    if (currency === null)
      throw new UnreadableStatement(
        'The opening balance is missing. Export the statement at your bank again.',
        { line },
      )
    take({
      bookedOn: rest.bookedOn,
      amount: rest.amount,
      currency,
      counterparty: name,
      iban,
      reference: joinReference([...texts, texts.length === 0 ? more : null, customerReference]),
      account,
      bankReference: rest.bankReference,
    })
  }
  const close = () => {
    if (field === undefined) return
    const { tag, lines, line } = field
    const [first = ''] = lines
    field = undefined
    if (tag === '86') return finish(lines)
    if (tag !== '61') finish([])
    if (tag === '20') {
      messages += 1
      isUnfinished = true
    } else if (tag === '25' || tag === '25P') account = readAccount(first)
    else if (tag === '60F' || tag === '60M' || tag === '34F') {
      currency = /([A-Z]{3})/.exec(first.slice(tag === '34F' ? 0 : 1))?.[1] ?? currency
    } else if (tag === '61') {
      finish([])
      booking = readBooking(lines, line)
    } else if (/^(?:62[FM]|90[CD])$/.test(tag)) isUnfinished = false
  }

  let number = 0
  for (const raw of eachLine(text)) {
    number += 1
    const shown = raw.startsWith('{') ? raw.slice(raw.lastIndexOf('{4:') + 3) : raw
    const match = tagLine.exec(shown)
    if (match !== null) {
      close()
      field = { tag: match[1] ?? '', lines: [match[2] ?? ''], line: number, size: shown.length }
    } else if (/^-(?:\s*$|\})/.test(raw.slice(0, 100))) {
      close()
      finish([])
    } else if (field !== undefined && field.size < longestField) {
      field.lines.push(raw)
      field.size += raw.length
    }
  }
  const isOpen = field?.tag === '61'
  close()
  finish([])
  if (messages === 0)
    throw new UnreadableStatement(
      'This file is not an MT940 statement. Export CAMT, MT940, OFX or CSV at your bank.',
      { line: 1 },
    )
  if (isOpen || isUnfinished)
    throw new UnreadableStatement(
      'The file ends in the middle of a statement. Export it at your bank again.',
      { line: number },
    )
}

function readAccount(text: string): string | null {
  // Some banks add the currency to the IBAN.
  const account = cleanAccount(text)
  const iban = /^([A-Z]{2}\d{2}[A-Z0-9]{11,30}?)(?:[A-Z]{3})?$/.exec(account ?? '')
  return iban?.[1] ?? account
}

function readBooking([first = '', ...more]: string[], line: number): Booking {
  const place = { line, element: ':61:' }
  const match = bookingLine.exec(first.slice(0, 200).trim())
  if (match === null)
    throw new UnreadableStatement(
      'This booking cannot be read. Export the statement at your bank again.',
      place,
    )
  const [, yy, mm, dd, booked, mark = '', , sum = '', , references = ''] = match
  const year = 2000 + Number(yy)
  const valued = toDay(year, Number(mm), Number(dd))
  if (valued === undefined)
    throw new UnreadableStatement(
      'This booking has no valid date. Export the statement at your bank again.',
      place,
    )
  const amount = readDecimal(sum)
  if (amount === undefined)
    throw new UnreadableStatement(
      'This booking has no valid amount. Export the statement at your bank again.',
      place,
    )
  const [customer = '', ...bank] = references.split('//')
  const isIn = mark === 'C' || mark === 'RD' || mark === 'EC'
  return {
    line,
    isExpected: mark.startsWith('E'),
    bookedOn: nearestDay(valued, booked) ?? valued,
    amount: isIn ? amount : negate(amount),
    customerReference: cleanBankReference(customer),
    bankReference: cleanBankReference(bank.join('//')),
    more: more.join(' '),
  }
}

/** Returns the booking day `MMDD` in the year closest to the value date. */
function nearestDay(valued: string, booked: string | undefined): string | undefined {
  if (booked === undefined) return undefined
  const year = Number(valued.slice(0, 4))
  const month = Number(booked.slice(0, 2))
  const monthsApart = month - Number(valued.slice(5, 7))
  const shift = monthsApart > 6 ? -1 : monthsApart < -6 ? 1 : 0
  return toDay(year + shift, month, Number(booked.slice(2)))
}

/** Yields a text's lines without copying the text. */
export function* eachLine(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end)
    yield line.endsWith('\r') ? line.slice(0, -1) : line
    at = end === -1 ? text.length : end + 1
  }
}
