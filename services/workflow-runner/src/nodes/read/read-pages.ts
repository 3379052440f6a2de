import type { ReadOutcome } from '@atrium/contracts'
import { NodeError } from '../../engine/index.ts'
import { type PausedReading, type ReadEnd, readPage } from './read-page.ts'

/** The limits for pages per list and for consecutive empty pages. */
const mostPages = 1_000
const mostEmpty = 30

// A page contains exactly one list.
const isEmpty = (page: object): boolean =>
  Object.values(page).filter(Array.isArray).flat().length === 0

/**
 * Yields the pages of an account's list, each read by `readPage`. Stops after yielding one of
 * `ends`. Throws `NodeError` if a cursor repeats or the list never ends.
 */
export async function* readPages<P extends { next: string | null }, E extends ReadEnd = never>(
  what: string,
  call: (cursor: string | null) => Promise<ReadOutcome<P>>,
  reading: PausedReading,
  ends: readonly E[] = [],
): AsyncGenerator<P | E> {
  const endless = (pages: number) =>
    new NodeError(`${what} returns pages without an end. The step stopped after ${pages} pages.`)
  const seen = new Set<string>()
  let empty = 0
  let cursor: string | null = null
  for (let at = 0; at < mostPages; at += 1) {
    const page: P | E = await readPage(() => call(cursor), reading, ends)
    yield page
    if (typeof page === 'string') return
    const { next } = page
    if (next === null) return
    if (seen.has(next)) throw new NodeError(`${what} returns the same page again and again`)
    seen.add(next)
    empty = isEmpty(page) ? empty + 1 : 0
    if (empty === mostEmpty) throw endless(at + 1)
    cursor = next
  }
  throw endless(mostPages)
}
