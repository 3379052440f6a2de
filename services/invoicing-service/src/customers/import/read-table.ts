import { Readable } from 'node:stream'
import {
  type CustomerMapping,
  customerRowsAtMost,
  type ImportedField,
  importedFields,
  invalidField,
} from '@atrium/contracts'
import { CsvError, parse } from 'csv-parse'
import { type ContactFile, type ContactRow, tooManyRows } from './contact-row.ts'
import { guessMapping } from './guess-mapping.ts'

const separators = [',', ';', '\t', '|'] as const
const chunkLength = 65_536
const cellsAtMost = 200
const recordAtMost = 100_000

/** Takes the first line's most frequent separator outside quotes. */
function findSeparator(text: string): string {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const sign of text.slice(0, recordAtMost)) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r') && counts.size > 0) break
    else if (!isQuoted && (separators as readonly string[]).includes(sign))
      counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ','
}

function* inChunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkLength) yield text.slice(at, at + chunkLength)
}

/** Reads a table (RFC 4180) in chunks, so a long one does not block other requests. */
async function* readRecords(text: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: findSeparator(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordAtMost,
  })
  const stream = Readable.from(inChunks(text)).pipe(parser)
  try {
    for await (const record of stream) yield record as string[]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const line = 'lines' in cause ? ` near line ${cause['lines']}` : ''
    throw invalidField('file', `The table cannot be read${line}. Check the quotes there.`)
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Returns each mapped field's column. Throws `validation_failed` if a column is missing. */
function findColumns(mapping: CustomerMapping, headings: readonly string[]) {
  const columns = importedFields.flatMap((field): Array<[ImportedField, number]> => {
    const heading = mapping[field]?.trim()
    if (heading === undefined || heading === '') return []
    const at = headings.indexOf(heading)
    if (at === -1) throw invalidField(`mapping.${field}`, `The file has no column “${heading}”`)
    return [[field, at]]
  })
  return columns
}

export async function readTable(
  text: string,
  given: CustomerMapping | undefined,
): Promise<ContactFile> {
  let headings: string[] | undefined
  let mapping: CustomerMapping = {}
  let columns: ReturnType<typeof findColumns> = []
  const rows: ContactRow[] = []
  let row = 0
  for await (const cells of readRecords(text)) {
    row += 1
    if (cells.length > cellsAtMost)
      throw invalidField('file', `A row has more than ${cellsAtMost} columns`)
    if (isBlank(cells)) continue
    if (headings === undefined) {
      headings = cells.map((cell) => cell.trim())
      mapping = given ?? guessMapping(headings)
      columns = findColumns(mapping, headings)
      if (columns.length === 0)
        throw invalidField('mapping', 'Say which columns have the name and the email address')
      continue
    }
    if (rows.length === customerRowsAtMost) throw tooManyRows()
    rows.push({ row, texts: readTexts(cells, columns) })
  }
  return { headings: headings ?? [], mapping, rows }
}

const readTexts = (cells: readonly string[], columns: ReturnType<typeof findColumns>) =>
  Object.fromEntries(
    columns.flatMap(([field, at]) => {
      const cell = cells[at]?.trim() ?? ''
      return cell === '' ? [] : [[field, cell]]
    }),
  )
