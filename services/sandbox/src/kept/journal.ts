import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A place, such as `['acct_1', 'invoices', 'in_1']`, and its present value; undefined once removed. */
export type Change = readonly [place: readonly string[], value: unknown]

export interface Journal {
  /** The contents of the file at its opening, in the order of writing. */
  readonly found: readonly Change[]
  /** Adds changes; they are in the file when this returns, so that a kill loses none of them. */
  append(changes: readonly Change[]): void
  close(): void
}

// The file is rewritten once it is larger than twice its contents and this many bytes.
const spareBytes = 1024 * 1024

/**
 * Opens a file of changes, one JSON line each. It is rewritten with the latest of every place now, and whenever it
 * has grown beyond that. Throws for an unreadable line other than the last, which a kill may have interrupted.
 */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const found = writeAnew(file)
  let opened = openEnd(file)
  let open = true
  return {
    found,
    append(changes) {
      if (!open || changes.length === 0) return
      const lines = Buffer.from(changes.map(line).join(''))
      writeFileSync(opened.descriptor, lines)
      opened.size += lines.length
      if (opened.size <= opened.most) return
      writeAnew(file)
      closeSync(opened.descriptor)
      opened = openEnd(file)
    },
    close() {
      if (open) closeSync(opened.descriptor)
      open = false
    },
  }
}

function openEnd(file: string): { descriptor: number; size: number; most: number } {
  const descriptor = openSync(file, 'a', 0o600)
  const { size } = fstatSync(descriptor)
  return { descriptor, size, most: 2 * size + spareBytes }
}

/** Leaves the latest of every place in the file, all or nothing. */
function writeAnew(file: string): Change[] {
  const latest = new Map<string, Change>()
  for (const [place, value] of read(file)) {
    const key = JSON.stringify(place)
    if (value === undefined) latest.delete(key)
    else latest.set(key, [place, value])
  }
  const found = [...latest.values()]
  const unfinished = `${file}.new`
  writeFileSync(unfinished, found.map(line).join(''), { mode: 0o600 })
  renameSync(unfinished, file)
  return found
}

const line = (change: Change): string => `${JSON.stringify(change)}\n`

function* read(file: string): Generator<Change> {
  const lines = textOf(file).split('\n')
  // After the last line break there is nothing, or an incomplete line.
  lines.pop()
  for (const [index, text] of lines.entries()) {
    const [place, value] = parse(text, `line ${index + 1} of ${file} cannot be read`)
    // An undefined value is null in JSON, and none of ours is null.
    yield [place, value ?? undefined]
  }
}

function textOf(file: string): string {
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
    // Said below.
  }
  throw new Error(`the sandbox's state is damaged: ${problem}; a fresh start removes it`)
}
