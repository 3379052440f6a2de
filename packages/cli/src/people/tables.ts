import type { CommandIo } from '../command.ts'
import { oneLine } from '../shown-text.ts'

/** A column of a table: its title and the cell of a record. */
export type Columns<R> = Readonly<Record<string, (record: R) => unknown>>

/** Shortens to the columns of the terminal; a program that reads the result gets all of it. */
const fitted = (line: string, columns: number | undefined): string => {
  const cut = line.trimEnd()
  return columns !== undefined && cut.length > columns ? `${cut.slice(0, Math.max(1, columns - 1))}…` : cut
}

/** Writes records as JSON, or as a table for people. */
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

function writeTable<R>(io: CommandIo, records: readonly R[], columns: Columns<R>): void {
  const titles = Object.keys(columns)
  const rows = [
    titles,
    ...records.map((record) => Object.values(columns).map((cell) => oneLine(cell(record)))),
  ]
  const widths = titles.map((_, at) => Math.min(60, Math.max(...rows.map((row) => row[at]?.length ?? 0))))
  for (const row of rows) {
    io.write(fitted(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '), io.columns))
  }
}

/** Writes one record as JSON, or a line for each of its plain fields. */
export function writeRecord(io: CommandIo, json: boolean, record: object): void {
  if (json) {
    io.write(JSON.stringify(record, undefined, 2))
    return
  }
  const fields = Object.entries(record).filter(([, value]) => value !== null && value !== '')
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  for (const [name, value] of fields) {
    const text = typeof value === 'object' ? JSON.stringify(value) : oneLine(value)
    io.write(fitted(`${name.padEnd(width)}  ${text}`, io.columns))
  }
}

/** Minor units with their currency, as `12.50 EUR`. */
export const money = (cents: number, currency: string): string => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits
  return `${(cents / 10 ** (digits ?? 2)).toFixed(digits)} ${currency}`
}

/** A moment to the minute, in the time of this machine. */
export const minute = (text: string | null | undefined): string => {
  if (!text) return ''
  const at = new Date(text)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
