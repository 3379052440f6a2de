// A spreadsheet runs a text with one of these first characters as a formula.
const formula = /^[=+\-@\t\r]/

/** A cell of RFC 4180; an apostrophe precedes a text that a spreadsheet would run as a formula. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of RFC 4180 with its end. */
export const csvLineOf = (cells: ReadonlyArray<string | number | null>): string =>
  `${cells.map(csvCell).join(',')}\r\n`
