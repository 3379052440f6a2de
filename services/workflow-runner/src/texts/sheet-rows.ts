import { longestText } from './text-requests.ts'

/** The most columns of a sheet in the usual programs. */
export const mostColumns = 16_384

/**
 * Collects the rows of sheets as lines whose cells are apart by tabs, so that a column keeps its place. It takes no more
 * than a text may hold: a few cells with large numbers of repetitions, or with one long shared text, would make gigabytes.
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
    /** Sets a cell of the current row. A cell without content, or beyond the last column, is left out. */
    setCell(column: number, text: string): void {
      if (text === '' || column >= mostColumns || isFull()) return
      cells.set(column, text)
      rowLength += text.length
    },
    /** Adds the current row `times` times. A row without content is left out. */
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

/** The texts of sheets that are not empty. Each has its name above it if there are several sheets. */
export const joinSheets = (sheets: readonly Sheet[]): string =>
  sheets
    .filter(({ text }) => text !== '')
    .map(({ name, text }) =>
      sheets.length > 1 && name !== '' ? `${cellText(name)}\n${text}` : text,
    )
    .join('\n\n')

/** A cell holds one line, because a line is a row. */
export const cellText = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim()

/** A day as `2026-03-02`, a moment as `2026-03-02 10:30`. */
export function formatMoment(isoMoment: string): string {
  const [day = '', time = ''] = isoMoment.split('T')
  const [clock = ''] = time.split(/[.Z]/)
  return time === '' ? day : `${day} ${clock.replace(/^(\d\d:\d\d):00$/, '$1')}`
}
