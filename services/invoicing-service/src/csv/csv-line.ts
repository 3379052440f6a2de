// A spreadsheet runs text as a formula if it starts with one of these characters.
const formula = /^[=+\-@\t\r]/
const plainNumber = /^-?\d{1,20}(?:[.,]\d{1,20})?$/

type Cell = string | number | null

export type Separator = ',' | ';' | '\t'

/**
 * Formats an RFC 4180 cell. An apostrophe is added in front of text that a spreadsheet would run as
 * a formula. A plain decimal number stays a number, also if it is negative.
 */
export function csvCell(value: Cell, separator: Separator = ','): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats an RFC 4180 line, including its line end. */
export const formatCsvLine = (cells: readonly Cell[], separator: Separator = ','): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`

export type Columns<R> = Readonly<Record<string, (row: R) => Cell>>

/** Marks a file as UTF-8, because spreadsheets on Windows do not detect it. */
export const byteOrderMark = '\uFEFF'

/** Yields a header line and then the rows in batches. */
export async function* formatCsv<R>(
  columns: Columns<R>,
  batches: AsyncIterable<readonly R[]>,
  separator: Separator = ',',
) {
  yield byteOrderMark + formatCsvLine(Object.keys(columns), separator)
  const cells = Object.values(columns)
  for await (const rows of batches) {
    yield rows
      .map((row) =>
        formatCsvLine(
          cells.map((cell) => cell(row)),
          separator,
        ),
      )
      .join('')
  }
}
