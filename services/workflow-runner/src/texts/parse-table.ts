import { parse } from 'csv-parse/sync'

const separators = [',', ';', '\t', '|']
const mostColumns = 1_000
/** Rows of wider tables may lack cells, because filling them would turn little data into much. */
const mostFilled = 100
const longestHeader = 100_000

/**
 * Parses a table (RFC 4180) whose first line names the columns. Finds out the separator. Returns at
 * most `most` rows as objects with texts. Throws an error with a message for people.
 */
export function parseTable(text: string, most: number): Record<string, string>[] {
  const [header = [], ...rows] = readCells(text, most)
  if (header.length > mostColumns) throw new Error(`The table has more than ${mostColumns} columns`)
  const names = nameColumns(header)
  return rows.map((cells) => {
    const width = names.length <= mostFilled ? Math.max(names.length, cells.length) : cells.length
    if (width > mostColumns) throw new Error(`The table has more than ${mostColumns} columns`)
    return Object.fromEntries(
      Array.from({ length: width }, (_, at) => [names[at] ?? `column ${at + 1}`, cells[at] ?? '']),
    )
  })
}

function readCells(text: string, most: number): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: findSeparator(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: most + 1,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200).toWellFormed() : ''
    throw new Error(`This is not a valid table: ${reason}`)
  }
}

// Takes the separator that the header has most often outside quotes.
function findSeparator(text: string): string {
  const counts = separators.map(() => 0)
  let isQuoted = false
  for (let at = 0; at < Math.min(text.length, longestHeader); at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    const separator = separators.indexOf(sign)
    if (separator !== -1) counts[separator] = (counts[separator] ?? 0) + 1
    if (sign === '\n' && counts.some((count) => count > 0)) break
  }
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

// Gives columns without a name, or with a name that another column has, a name with a number.
function nameColumns(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((cell, at) => {
    const name = cell.trim()
    const free = name !== '' && !taken.has(name) ? name : `${name || 'column'} ${at + 1}`
    taken.add(free)
    return free
  })
}
