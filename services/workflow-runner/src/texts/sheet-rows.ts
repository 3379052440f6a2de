import { longestText } from './text-requests.ts'

/** The most columns of a sheet in the usual programs. */
export const mostColumns = 16_384

/**
 * Collects the rows of sheets as lines whose cells are apart by tabs, so that a column keeps its place. It takes no more
 * than a text may hold: a few cells with large numbers of repetitions would make gigabytes.
 */
export function createSheetRows() {
  const lines: string[] = []
  let length = 0
  const isFull = () => length > longestText
  return {
    isFull,
    addLine(line: string): void {
      if (isFull()) return
      lines.push(line)
      length += line.length + 1
    },
    /** Adds a row of cells by their columns, `times` times. A row without content is left out. */
    addRow(cells: ReadonlyMap<number, string>, times = 1): void {
      const last = Math.max(-1, ...[...cells].map(([column, text]) => (text === '' ? -1 : column)))
      if (last === -1 || isFull()) return
      const row = Array.from({ length: last + 1 }, (_, column) => cells.get(column) ?? '').join('\t')
      for (let made = 0; made < times && !isFull(); made += 1) this.addLine(row)
    },
    text: (): string => lines.join('\n'),
  }
}

/** A cell holds one line, because a line is a row. */
export const cellText = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').trim()

/** A day as `2026-03-02`, a moment as `2026-03-02 10:30`. */
export function formatMoment(isoMoment: string): string {
  const [day = '', time = ''] = isoMoment.split('T')
  const [clock = ''] = time.split(/[.Z]/)
  return time === '' ? day : `${day} ${clock.replace(/^(\d\d:\d\d):00$/, '$1')}`
}
