import { longestText } from './text-requests.ts'

/** The column limit of common spreadsheet programs. */
export const mostColumns = 16_384

/**
 * Collects sheet rows as lines with cells separated by tabs, so every value keeps its column. Stops
 * at the text limit, because a few cells with many repetitions or one long shared text could
 * produce gigabytes.
 */
export function createSheetRows() {
  const lines: string[] = []
  let length = 0
  let cells = new Map<number, string>()
  let rowLength = 0
  const isFull = () => length + rowLength > longestText
  return {
    isFull,
    startRow(): void {
      cells = new Map()
      rowLength = 0
    },
    /** Sets a cell of the current row. Skips an empty cell, or one beyond the last column. */
    setCell(column: number, text: string): void {
      if (text === '' || column >= mostColumns || isFull()) return
      cells.set(column, text)
      rowLength += text.length
    },
    /** Adds the current row `times` times. Skips an empty row. */
    endRow(times = 1): void {
      const last = Math.max(-1, ...cells.keys())
      const row = Array.from({ length: last + 1 }, (_, column) => cells.get(column) ?? '').join(
        '\t',
      )
      this.startRow()
      for (let made = 0; made < times && row !== '' && !isFull(); made += 1) {
        lines.push(row)
        length += row.length + 1
      }
    },
    text: (): string => lines.join('\n'),
  }
}

export interface Sheet {
  name: string
  text: string
}

/** Joins the sheets that are not empty. Adds sheet names if there are several. */
export const joinSheets = (sheets: readonly Sheet[]): string =>
  sheets
    .filter(({ text }) => text !== '')
    .map(({ name, text }) =>
      sheets.length > 1 && name !== '' ? `${cellText(name)}\n${text}` : text,
    )
    .join('\n\n')

/** Line breaks become blanks, because a line is a row. */
export const cellText = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim()

/** Returns `2026-03-02` for a day, and `2026-03-02 10:30` for a moment. */
export function formatMoment(isoMoment: string): string {
  const [day = '', time = ''] = isoMoment.split('T')
  const [clock = ''] = time.split(/[.Z]/)
  return time === '' ? day : `${day} ${clock.replace(/^(\d\d:\d\d):00$/, '$1')}`
}
