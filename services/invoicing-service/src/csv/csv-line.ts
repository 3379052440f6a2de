// A spreadsheet runs a text with one of these first characters as a formula.
const formula = /^[=+\-@\t\r]/
const plainNumber = /^-?\d{1,20}(?:[.,]\d{1,20})?$/

type Cell = string | number | null

/** What separates the cells of a line. */
export type Separator = ',' | ';' | '\t'

/**
 * A cell of RFC 4180. An apostrophe precedes a text that a spreadsheet would run as a formula. A plain decimal number stays
 * a number, also a negative one.
 */
export function csvCell(value: Cell, separator: Separator = ','): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of RFC 4180 with its end. */
export const csvLineOf = (cells: readonly Cell[], separator: Separator = ','): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`

/** The cells of a row, by the names of their columns. */
export type Columns<R> = Readonly<Record<string, (row: R) => Cell>>

/** Marks a file as UTF-8, which spreadsheets on Windows do not guess. */
export const byteOrderMark = '\uFEFF'

/** A first line with the names of the columns, and the rows in batches. */
export async function* csvOf<R>(
  columns: Columns<R>,
  batches: AsyncIterable<readonly R[]>,
  separator: Separator = ',',
) {
  yield byteOrderMark + csvLineOf(Object.keys(columns), separator)
  const cells = Object.values(columns)
  for await (const rows of batches) {
    yield rows
      .map((row) =>
        csvLineOf(
          cells.map((cell) => cell(row)),
          separator,
        ),
      )
      .join('')
  }
}
