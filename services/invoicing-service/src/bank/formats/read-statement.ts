import type { StatementFormat, StatementMapping } from '@atrium/contracts'
import { ArchiveError, decodeText, unpackArchive } from '@atrium/foreign-text'
import { readCamt } from './camt.ts'
import { readCsv, readCsvHead } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { type StatementRow, UnreadableStatement } from './statement-row.ts'

export const mostRows = 100_000
const damaged = 'The archive is damaged. Download it at your bank again.'
const mostFiles = 1_000

/** What the file is. `rows` were taken, unless a CSV file came without a mapping. */
export interface ReadStatement {
  format: StatementFormat
  rows: number
  /** The kinds of CAMT messages. Empty for other formats. */
  messages: string[]
  headings: string[] | null
  guess: Partial<StatementMapping> | null
}

interface Reading {
  bytes: Uint8Array
  mapping: StatementMapping | null
  longest: number
}

/**
 * Reads a statement. Its format is found by its content. An archive holds one or more files. Throws
 * `UnreadableStatement`.
 */
export async function readStatement(
  { bytes, mapping, longest }: Reading,
  take: (row: StatementRow) => void,
): Promise<ReadStatement> {
  let rows = 0
  const count = (row: StatementRow) => {
    rows += 1
    if (rows > mostRows)
      throw new UnreadableStatement(
        `The file has more than ${mostRows} transactions. Export a shorter period.`,
      )
    // A page could not show an amount in another unit.
    if (row.currency !== null && !/^[A-Z]{3}$/.test(row.currency))
      throw new UnreadableStatement(`“${row.currency.slice(0, 40)}” is not a currency`)
    take(row)
  }
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const files = isArchive ? unpack(bytes, longest) : [bytes]
  let format: StatementFormat | undefined
  const messages = new Set<string>()
  for (const file of files) {
    const text = toText(file)
    const found = findFormat(text)
    if (format !== undefined && found !== format)
      throw new UnreadableStatement(
        'The archive has files of several kinds. Import them one by one.',
      )
    format = found
    if (found === 'camt') messages.add(readCamt(text, count))
    else if (found === 'mt940') readMt940(text, count)
    else if (found === 'ofx') readOfx(text, count)
    else {
      const head = readCsvHead(text)
      const { headings, guess } = head
      if (mapping !== null) await readCsv(text, head, { mapping, mostRows }, count)
      if (mapping === null || files.length === 1)
        return { format: found, rows, messages: [], headings, guess }
    }
  }
  if (format === undefined) throw new UnreadableStatement('The archive contains no bank statement')
  return { format, rows, messages: [...messages].toSorted(), headings: null, guess: null }
}

/** Unpacks at most `longest` bytes in all, in the order of the names. Throws `UnreadableStatement`. */
function unpack(bytes: Uint8Array, longest: number): Uint8Array[] {
  try {
    return unpackArchive(bytes, { mostBytes: longest, mostFiles, isWanted: isStatement })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, file]) => file)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new UnreadableStatement(
      error.reason === 'too_large' ? 'The archive is too large when it is unpacked' : damaged,
    )
  }
}

/** False for folders and for the hidden files that systems add. */
function isStatement(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name !== '' && !name.startsWith('.') && !path.startsWith('__MACOSX/')
}

function toText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  // UTF-16 without a byte order mark: every other byte at the start is zero.
  if (first === 0 && third === 0) return new TextDecoder('utf-16be').decode(bytes)
  if (second === 0 && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  return decodeText(bytes, '')
}

function findFormat(text: string): StatementFormat {
  const start = text.slice(0, 4_000).trimStart()
  if (/^OFXHEADER|<OFX>|<\?OFX/i.test(start)) return 'ofx'
  if (start.startsWith('<')) return 'camt'
  if (/^(?:\{1:|:20:)/m.test(start) || /^:(?:25|28C|60F):/m.test(start)) return 'mt940'
  if (start.includes('\0'))
    throw new UnreadableStatement(
      'This file is not a bank statement. Export CAMT, MT940, OFX or CSV at your bank.',
      { line: 1 },
    )
  return 'csv'
}
