import { minorDigits } from '@atrium/contracts'
import type { Day } from '../calendar/calendar-days.ts'
import { byteOrderMark, formatCsvLine, type Separator } from '../csv/csv-line.ts'
import { scaled } from '../e-invoice/decimal.ts'
import type { Account, Journal, JournalLine } from './journal.ts'

const accounts: Readonly<Record<Account, readonly [number: string, name: string]>> = {
  customers: ['411000', 'Customers'],
  sales: ['706000', 'Sales of services'],
  vat: ['445710', 'VAT collected'],
  bank: ['512000', 'Bank'],
  badDebts: ['654000', 'Bad debts'],
}

const journals: Readonly<Record<Journal, readonly [code: string, name: string]>> = {
  sales: ['VE', 'Sales'],
  bank: ['BQ', 'Bank'],
  general: ['OD', 'General'],
}

export interface FiledLine extends Omit<JournalLine, 'vatRateBps'> {
  journal: Journal
  entry: string
  day: Day
  piece: string
  pieceDate: Day
  text: string
  currency: string
  customer: { id: string; name: string; taxId: string | null; country: string | null }
  /** Null if the invoice has lines with different rates. */
  vatRateBps: number | null
  method: string | null
}

const columns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
]
const more = ['VatRate', 'CustomerTaxId', 'CustomerCountry', 'PaymentMethod']

const decimal = (cents: bigint, currency: string, mark: ',' | '.'): string =>
  scaled(cents, minorDigits(currency)).replace('.', mark)

/** Returns the 18 columns. Each format writes amounts and days in its own way. */
function toCells(line: FiledLine, mark: ',' | '.', formatDay: (day: Day) => string): string[] {
  const { journal, account, customer, currency } = line
  const isOfCustomer = account === 'customers'
  const isForeign = currency !== 'EUR'
  const signed = decimal(line.debitCents + line.creditCents, currency, mark)
  return [
    ...journals[journal],
    line.entry,
    formatDay(line.day),
    ...accounts[account],
    ...(isOfCustomer ? [customer.id, customer.name] : ['', '']),
    line.piece,
    formatDay(line.pieceDate),
    line.text,
    decimal(line.debitCents, currency, mark),
    decimal(line.creditCents, currency, mark),
    '',
    '',
    formatDay(line.day),
    ...(isForeign ? [line.creditCents > 0n ? `-${signed}` : signed, currency] : ['', '']),
  ]
}

// A tab or a line break would end a cell, because the file has no quotes.
const plain = (cell: string): string => cell.replace(/[\s\p{Cc}]+/gu, ' ')

interface JournalFormat {
  header: string
  line(line: FiledLine): string
}

/** French book-of-tax-procedures file (docs/reference/accounting.md, "Files"). */
export const fecFormat: JournalFormat = {
  header: `${columns.join('\t')}\r\n`,
  line: (line) =>
    `${toCells(line, ',', (day) => day.replaceAll('-', ''))
      .map(plain)
      .join('\t')}\r\n`,
}

/** Returns a spreadsheet format. A spreadsheet with semicolons also expects decimal commas. */
export function csvFormat(separator: Separator): JournalFormat {
  const mark = separator === ';' ? ',' : '.'
  return {
    header: byteOrderMark + formatCsvLine([...columns, ...more], separator),
    line(line) {
      const { vatRateBps, customer, method, account } = line
      const hasRate = account === 'sales' || account === 'vat'
      const rate =
        hasRate && vatRateBps !== null ? String(vatRateBps / 100).replace('.', mark) : null
      const extraCells = [rate, customer.taxId, customer.country, method]
      return formatCsvLine([...toCells(line, mark, (day) => day), ...extraCells], separator)
    },
  }
}
