import { isDeepStrictEqual } from 'node:util'
import type { ItemFile } from '@atrium/contracts'
import type { GuardedAnswer } from '@atrium/outbound-guard'
import { isRecord, NodeError, ownPath } from '../../engine/index.ts'

export const pagings = ['none', 'link', 'cursor', 'page', 'offset'] as const

export interface Paging {
  paging: (typeof pagings)[number]
  itemsPath?: string | undefined
  cursorPath: string
  pageParam?: string | undefined
}

export interface Page {
  url: URL
  answer: GuardedAnswer
  body: unknown
  file?: ItemFile | undefined
}

/** Returns true if the server ignores the page number or repeats its last page. */
export const repeatsPage = ({ paging }: Paging, last: Page | undefined, body: unknown): boolean =>
  (paging === 'page' || paging === 'offset') && isDeepStrictEqual(last?.body, body)

/** Counts the rows of a page. Returns undefined if the response has no list or more than one. */
export function countRows(
  { itemsPath }: Pick<Paging, 'itemsPath'>,
  body: unknown,
): number | undefined {
  if (itemsPath !== undefined && itemsPath !== '') {
    const list = ownPath(body, itemsPath.split('.'))
    return Array.isArray(list) ? list.length : undefined
  }
  if (Array.isArray(body)) return body.length
  if (body === null || body === '') return 0
  if (!isRecord(body)) return undefined
  const members = Object.values(body)
  if (members.length === 0) return 0
  const lists = members.filter((member) => Array.isArray(member))
  if (lists.length > 0 && lists.every((list) => list.length === 0)) return 0
  return lists.length === 1 ? lists[0]?.length : undefined
}

/** Returns true if a later page is empty or missing, so the previous page was the last. */
export const isPastEnd = (
  paging: Paging,
  { status }: Pick<GuardedAnswer, 'status'>,
  body: unknown,
): boolean => status === 404 || status === 204 || (status < 400 && countRows(paging, body) === 0)

/** Returns the `rel="next"` address of a `Link` header (RFC 8288). Reads at most 8 KB. */
export function nextLink(header: string | undefined, base: URL): URL | undefined {
  for (const part of (header ?? '').slice(0, 8_192).split(/,(?=\s*<)/)) {
    const match = /^\s*<([^<>]{1,4096})>\s*;(.*)$/s.exec(part)
    if (match?.[1] === undefined || !leadsOn(match[2] ?? '')) continue
    if (URL.canParse(match[1], base.href)) return new URL(match[1], base)
  }
  return undefined
}

const leadsOn = (params: string): boolean =>
  params.split(';').some((param) => {
    const [name = '', value = ''] = param.split('=')
    if (name.trim().toLowerCase() !== 'rel') return false
    return value.replaceAll('"', '').toLowerCase().split(/\s+/).includes('next')
  })

/**
 * Returns the address of the next page, or undefined after the last page. Throws `NodeError` if the
 * response does not tell.
 */
export function nextPage(
  call: Paging,
  url: URL,
  answer: Pick<GuardedAnswer, 'headers'>,
  body: unknown,
): URL | undefined {
  const { paging, cursorPath } = call
  const pageParam = call.pageParam ?? (paging === 'offset' ? 'offset' : 'page')
  if (paging === 'link') return nextLink(answer.headers['link'], url)
  if (paging === 'cursor') {
    const cursor = ownPath(body, cursorPath.split('.'))
    if (cursor === undefined || cursor === null || cursor === '' || cursor === false)
      return undefined
    if (typeof cursor !== 'string' && typeof cursor !== 'number') {
      throw new NodeError(`The cursor at "${cursorPath}" must be text or a number`)
    }
    // Some providers return the full address of the next page as the cursor.
    if (typeof cursor === 'string' && /^https?:\/\//i.test(cursor) && URL.canParse(cursor))
      return new URL(cursor)
    return withParam(url, pageParam, String(cursor))
  }
  if (paging === 'none') return undefined
  const rows = countRows(call, body)
  if (rows === 0) return undefined
  if (paging === 'page') return withParam(url, pageParam, String(readNumber(url, pageParam, 1) + 1))
  if (rows === undefined) {
    throw new NodeError(
      'The response has no single list to count for the offset. Name the list in itemsPath',
    )
  }
  return withParam(url, pageParam, String(readNumber(url, pageParam, 0) + rows))
}

function readNumber(url: URL, name: string, otherwise: number): number {
  const text = url.searchParams.get(name)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isSafeInteger(number) ? number : otherwise
}

function withParam(url: URL, name: string, value: string): URL {
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next
}
