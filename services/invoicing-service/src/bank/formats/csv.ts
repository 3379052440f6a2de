import type { StatementMapping } from '@atrium/contracts'
import { CsvError, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { findColumn, guessMapping } from './csv-columns.ts'
import {
  findCurrency,
  findDecimal,
  findMonthFirst,
  isMoneyOut,
  readCsvAmount,
  readCsvDay,
} from './csv-values.ts'
import {
  cleanAccount,
  cleanText,
  joinReference,
  longestName,
  longestReference,
  negate,
  type StatementRow,
  type TakeRow,
  UnreadableStatement,
} from './statement-row.ts'

const separators = [';', ',', '\t', '|']
const sampleLength = 65_536
const mostColumns = 200
const options = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: 100_000,
} as const

/** A CSV file's headings. Some banks write lines above them. */
export interface CsvHead {
  separator: string
  headings: string[]
  /** How many records come before the headings. */
  above: number
  guess: Partial<StatementMapping>
}

/** Finds a CSV file's headings. Throws `UnreadableStatement`. */
export function readCsvHead(text: string): CsvHead {
  const sample = cutAtLine(text)
  const heads = separators
    .map((separator) => findHead(sample, separator))
    .filter((head) => head !== undefined)
  const rate = ({ guess, headings }: CsvHead): number =>
    Object.keys(guess).length * 100 + Math.min(headings.length, 99)
  const [best] = heads.sort((a, b) => rate(b) - rate(a))
  if (best === undefined)
    throw new UnreadableStatement(
      'This file cannot be read as a bank statement. Export CAMT, MT940, OFX or CSV with headings at your bank.',
      { line: 1 },
    )
  return best
}

function cutAtLine(text: string): string {
  if (text.length <= sampleLength) return text
  const cut = text.slice(0, sampleLength)
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), 1))
}

function findHead(sample: string, separator: string): CsvHead | undefined {
  const rows = readSample(sample, separator)
  const widths = rows.map((row) => row.filter((cell) => cell.trim() !== '').length)
  const widest = Math.max(0, ...widths)
  if (widest < 2 || rows.some((row) => row.length > mostColumns)) return undefined
  const style = { isMonthFirst: false, decimal: ',' } as const
  const above = rows.findIndex(
    (row, at) =>
      (widths[at] ?? 0) >= Math.max(2, widest * 0.6) &&
      row.every(
        (cell) =>
          !/^[\d\s.,'+-]+$/.test(cell.trim().slice(0, 60)) && readCsvDay(cell, style) === undefined,
      ),
  )
  const headings = (rows[above] ?? []).map((cell) => cell.trim())
  return above === -1 ? undefined : { separator, headings, above, guess: guessMapping(headings) }
}

function readSample(sample: string, delimiter: string): string[][] {
  try {
    return parseSync(sample, { ...options, delimiter, to: 60 })
  } catch {
    return []
  }
}

interface Cells {
  line: number
  cells: string[]
}

/**
 * Reads a CSV file's bookings. All days and numbers in a file have one format, which is found
 * before the first row is read. Throws `UnreadableStatement`.
 */
export async function readCsv(
  text: string,
  head: CsvHead,
  { mapping, mostRows }: { mapping: StatementMapping; mostRows: number },
  take: TakeRow,
): Promise<void> {
  const fields = [
    'bookedOn',
    'amount',
    'debit',
    'direction',
    'currency',
    'counterparty',
    'iban',
    'reference',
  ] as const
  const columns = fields.map((field) => {
    const at = findColumn(head.headings, mapping[field])
    if (at === -1 && mapping[field] !== undefined)
      throw new UnreadableStatement(`The file has no column “${mapping[field]}”`, {
        element: field,
      })
    return at
  })
  const rows: Cells[] = []
  for await (const row of records(text, head, columns)) {
    rows.push(row)
    if (rows.length > mostRows)
      throw new UnreadableStatement(
        `The file has more than ${mostRows} transactions. Export a shorter period.`,
        { line: row.line },
      )
  }
  const amounts = rows.flatMap(({ cells: [, amount = '', debit = ''] }) => [amount, debit])
  const style = {
    isMonthFirst: findMonthFirst(rows.map(({ cells: [day = ''] }) => day)),
    decimal: findDecimal(amounts),
  }
  // A file without a currency column may name the currency in the amount heading.
  const unit = findCurrency(mapping.amount) ?? null
  for (const { line, cells } of rows) {
    const row = toRow(cells, style, line)
    if (row !== undefined && row.currency === null) row.currency = unit
    if (row !== undefined) take(row)
  }
}

async function* records(text: string, head: CsvHead, columns: readonly number[]) {
  const parser = parse({ ...options, delimiter: head.separator, info: true })
  const slice = 262_144
  const feeding = (async () => {
    for (let at = 0; at < text.length; at += slice) {
      if (!parser.write(text.slice(at, at + slice)))
        await new Promise((resolve) => parser.once('drain', resolve))
    }
    parser.end()
  })()
  feeding.catch(() => undefined)
  let seen = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      seen += 1
      if (seen <= head.above + 1) continue
      yield {
        line: info.lines,
        cells: columns.map((at) => (record[at] ?? '').slice(0, longestReference * 2)),
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error['lines'])
    throw new UnreadableStatement('The file cannot be read as a table', {
      ...(Number.isFinite(line) ? { line } : {}),
    })
  }
}

function toRow(
  cells: readonly string[],
  style: { isMonthFirst: boolean; decimal: ',' | '.' },
  line: number,
): StatementRow | undefined {
  const [day = '', money = '', debit = '', direction = '', currency = '', ...names] = cells
  const [counterparty, iban, reference] = names
  // Totals and remarks below the bookings.
  if (day.trim() === '' || (money.trim() === '' && debit.trim() === '')) return undefined
  const bookedOn = readCsvDay(day, style)
  const out = debit.trim() === '' ? undefined : readCsvAmount(debit, style)
  const isOut = out !== undefined && out !== '0'
  const read = isOut ? out : readCsvAmount(money, style)
  const quoted = (text: string) => `“${text.slice(0, 40)}”`
  if (bookedOn === undefined)
    throw new UnreadableStatement(`${quoted(day)} is not a date`, { line, element: 'bookedOn' })
  if (read === undefined)
    throw new UnreadableStatement(`${quoted(money || debit)} is not an amount`, {
      line,
      element: 'amount',
    })
  const isReversed = isOut ? !read.startsWith('-') : isMoneyOut(direction) && !read.startsWith('-')
  return {
    bookedOn,
    amount: isReversed ? negate(read) : read,
    currency:
      /^\s*([A-Za-z]{3})\s*$/.exec(currency)?.[1]?.toUpperCase() ??
      findCurrency(currency) ??
      findCurrency(isOut ? debit : money) ??
      null,
    counterparty: cleanText(counterparty, longestName),
    iban: cleanAccount(iban),
    reference: joinReference([cleanText(reference, longestReference)]),
    account: null,
    bankReference: null,
  }
}
