import type { CommandIo } from '../command.ts'
import { oneLine } from '../shown-text.ts'
import { countColumns, cutTo, padTo, wrapped } from '../text-layout.ts'

/** Column titles with a function for a record's cell. */
export type Columns<R> = Readonly<Record<string, (record: R) => unknown>>

/** Writes records as JSON, or as a table. */
export function writeRecords<R>(
  io: CommandIo,
  json: boolean,
  records: readonly R[],
  columns: Columns<R>,
): void {
  if (json) io.write(JSON.stringify(records, undefined, 2))
  else if (records.length === 0) io.error('Nothing found')
  else writeTable(io, records, columns)
}

const widestCell = 60
const leastText = 24

/**
 * Writes one line per record. If the last column has too little room, its text goes on a separate
 * line below.
 */
function writeTable<R>(io: CommandIo, records: readonly R[], columns: Columns<R>): void {
  const titles = Object.keys(columns)
  const rows = [
    titles,
    ...records.map((record) => Object.values(columns).map((cell) => oneLine(cell(record)))),
  ]
  const last = titles.length - 1
  const widths = titles.map((_, at) => Math.max(...rows.map((row) => countColumns(row[at] ?? ''))))
  const before = widths.slice(0, last).map((width) => Math.min(widestCell, width))
  const room =
    (io.columns ?? Number.POSITIVE_INFINITY) - before.reduce((sum, width) => sum + width + 2, 0)
  const isBelow = room < Math.min(leastText, widths[last] ?? 0)
  for (const row of rows) {
    const text = row[last] ?? ''
    const cells = row.slice(0, last).map((cell, at) => padTo(cell, before[at] ?? 0))
    io.write(cutTo((isBelow ? cells : [...cells, text]).join('  '), io.columns))
    if (isBelow && text !== '') io.write(cutTo(`  ${text}`, io.columns))
  }
}

/** Writes one record as JSON, or field by field: full texts, with lists and objects on one line. */
export function writeRecord(io: CommandIo, json: boolean, record: object): void {
  if (json) {
    io.write(JSON.stringify(record, undefined, 2))
    return
  }
  const fields = Object.entries(record).filter(([, value]) => value !== null && value !== '')
  const width = Math.max(0, ...fields.map(([name]) => name.length)) + 2
  for (const [name, value] of fields) {
    const start = name.padEnd(width)
    if (typeof value === 'object') {
      io.write(cutTo(start + JSON.stringify(value), io.columns))
      continue
    }
    const room =
      io.columns === undefined ? Number.POSITIVE_INFINITY : Math.max(leastText, io.columns - width)
    const [first = '', ...more] = wrapped(oneLine(value), room)
    io.write((start + first).trimEnd())
    for (const line of more) io.write(' '.repeat(width) + line)
  }
}

/** Formats minor units with their currency, for example `12.50 EUR`. */
export const money = (cents: number, currency: string): string => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits
  return `${(cents / 10 ** (digits ?? 2)).toFixed(digits)} ${currency}`
}

/** Formats a time to the minute in this machine's time zone. */
export const minute = (text: string | null | undefined): string => {
  if (!text) return ''
  const at = new Date(text)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
