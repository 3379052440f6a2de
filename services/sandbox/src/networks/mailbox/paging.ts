import type { Paging } from '../../pages/network-page.ts'
import { invalid } from './google-problem.ts'

interface Token {
  after: string | null
  turn: number
}

const write = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url')

function read(text: string | undefined): Token {
  if (text === undefined) return { after: null, turn: 0 }
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as Token
    if (typeof token.turn === 'number') return token
  } catch {
    // Refused below.
  }
  throw invalid('Invalid page token')
}

/** Returns one page of a list in its order. `keyOf` must return a permanent key for an entry. */
export function toPage<T>(
  list: readonly T[],
  keyOf: (entry: T) => string,
  { size, token, paging }: { size: number; token: string | undefined; paging: Paging },
): { items: T[]; nextPageToken?: string } {
  const { after, turn } = read(token)
  const at =
    after === null || paging === 'same' ? 0 : list.findIndex((entry) => keyOf(entry) === after) + 1
  const items = after !== null && at === 0 && paging === 'normal' ? [] : list.slice(at, at + size)
  const last = items.at(-1)
  const more = at + size < list.length
  if (paging === 'same') return { items, nextPageToken: write({ after: 'same', turn: 0 }) }
  if (paging === 'endless' && !more) {
    return {
      items,
      nextPageToken: write({ after: last === undefined ? after : keyOf(last), turn: turn + 1 }),
    }
  }
  return more && last !== undefined
    ? { items, nextPageToken: write({ after: keyOf(last), turn: turn + 1 }) }
    : { items }
}
