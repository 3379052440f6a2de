import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A path, such as `['acct_1', 'invoices', 'in_1']`, and its current value. Undefined once removed.
 */
export type Change = readonly [place: readonly string[], value: unknown]

export interface Journal {
  /** Every path's latest value when the file was opened. */
  readonly found: readonly Change[]
  /** Adds changes. They are in the file when this returns, so a kill loses none. */
  append(changes: readonly Change[]): void
}

/**
 * Opens a file of changes, one JSON line each. Throws if a line is unreadable, unless it is the
 * last one (after a kill).
 */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const latest = new Map<string, Change>()
  for (const [place, value] of read(file)) {
    const key = JSON.stringify(place)
    if (value === undefined) latest.delete(key)
    else latest.set(key, [place, value])
  }
  const found = [...latest.values()]
  const unfinished = `${file}.new`
  writeFileSync(unfinished, formatLines(found), { mode: 0o600 })
  renameSync(unfinished, file)
  return { found, append: (changes) => appendFileSync(file, formatLines(changes)) }
}

const formatLines = (changes: readonly Change[]): string =>
  changes.map((change) => `${JSON.stringify(change)}\n`).join('')

function* read(file: string): Generator<Change> {
  const lines = readText(file).split('\n')
  // After the last line break there is nothing, or an incomplete line.
  lines.pop()
  for (const [index, text] of lines.entries()) {
    const [place, value] = parse(text, `line ${index + 1} of ${file} cannot be read`)
    // JSON turns an undefined value into null, and no stored value is null.
    yield [place, value ?? undefined]
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function parse(text: string, problem: string): [string[], unknown] {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed) && Array.isArray(parsed[0])) return [parsed[0].map(String), parsed[1]]
  } catch {
    // Reported below.
  }
  throw new Error(`the sandbox's state is damaged: ${problem}; a fresh start removes it`)
}
