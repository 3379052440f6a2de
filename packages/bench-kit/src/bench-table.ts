import { execFileSync } from 'node:child_process'
import { listValues, type Measurement, reached, rounded } from './measurement.ts'
import { median } from './statistics.ts'

const columns = ['row', 'bound', 'median', 'spread', 'date', 'commit']
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The header lines for the results table. */
export const tableHead: string = `${line(columns)}\n${line(columns.map(() => '---'))}`

/**
 * Formats a row as Markdown: its bound, the median of its values, and the lowest and highest if
 * there are several. A missed bound is bold.
 */
export function tableRow(row: Measurement, when: { date: string; commit: string }): string {
  const values = listValues(row)
  const text = (value: number) => rounded(value).toLocaleString('en')
  const middle = `${text(median(values))} ${row.unit}`.trim()
  const spread =
    values.length < 2 ? '–' : `${text(Math.min(...values))} to ${text(Math.max(...values))}`
  const shown = reached(row) === false ? `**${middle}**, missed` : middle
  return line([row.name, row.target, shown, spread, when.date, when.commit])
}

/**
 * Returns the UTC date and the working directory's short commit, with `+` if files differ from it.
 */
export function whenMeasured(): { date: string; commit: string } {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`,
  }
}

let when: { date: string; commit: string } | undefined

/**
 * Prints a table row, and the header before the first one. Also prints a line for `npm run bench`
 * to collect.
 */
export function report(row: Measurement): void {
  const head = when === undefined ? `${tableHead}\n` : ''
  when ??= whenMeasured()
  process.stdout.write(`${head}${tableRow(row, when)}\nBENCH ${JSON.stringify(row)}\n`)
}
