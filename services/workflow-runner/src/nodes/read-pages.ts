import { NodeError } from '../engine/index.ts'

/** Pages of one list at most, and empty ones in a row. */
const mostPages = 1_000
const mostEmpty = 30

/** Throws `NodeError` for a cursor that comes again and for a list without an end. */
export async function* readPages<T extends { next: string | null } | string>(
  what: string,
  read: (cursor: string | null) => Promise<T>,
  sizeOf: (page: Exclude<T, string>) => number,
): AsyncGenerator<T> {
  const endless = (pages: number) =>
    new NodeError(`${what} answers pages without an end: stopped after ${pages}`)
  const seen = new Set<string>()
  let empty = 0
  let cursor: string | null = null
  for (let at = 0; at < mostPages; at += 1) {
    const page: T = await read(cursor)
    yield page
    if (typeof page === 'string') return
    const { next } = page
    if (next === null) return
    if (seen.has(next)) throw new NodeError(`${what} answers the same page again and again`)
    seen.add(next)
    empty = sizeOf(page as Exclude<T, string>) === 0 ? empty + 1 : 0
    if (empty === mostEmpty) throw endless(at + 1)
    cursor = next
  }
  throw endless(mostPages)
}
