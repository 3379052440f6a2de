import type { GuardedAnswer } from '@atrium/outbound-guard'
import { NodeError, ownPath } from '../engine/index.ts'

export interface Paging {
  paging: 'none' | 'link' | 'cursor' | 'page'
  cursorPath: string
  pageParam: string
}

/** `rel="next"` of a `Link` header (RFC 8288), of at most 8 KB. */
export function nextLink(header: string | undefined, base: URL): URL | undefined {
  for (const part of (header ?? '').slice(0, 8_192).split(/,(?=\s*<)/)) {
    const match = /^\s*<([^<>]{1,4096})>\s*;(.*)$/s.exec(part)
    if (match?.[1] === undefined || !leadsOn(match[2] ?? '')) continue
    if (URL.canParse(match[1], base.href)) return new URL(match[1], base)
  }
  return undefined
}

/** Whether the parameters of a link name the relation `next`. */
const leadsOn = (params: string): boolean =>
  params.split(';').some((param) => {
    const [name = '', value = ''] = param.split('=')
    if (name.trim().toLowerCase() !== 'rel') return false
    return value.replaceAll('"', '').toLowerCase().split(/\s+/).includes('next')
  })

/** The address of the page after this one; undefined at the end. `items` are those of this page. */
export function nextPage(
  { paging, cursorPath, pageParam }: Paging,
  url: URL,
  answer: Pick<GuardedAnswer, 'headers'>,
  body: unknown,
  items: number,
): URL | undefined {
  if (paging === 'link') return nextLink(answer.headers['link'], url)
  if (paging === 'cursor') {
    const cursor = ownPath(body, cursorPath.split('.'))
    if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return undefined
    if (typeof cursor !== 'string' && typeof cursor !== 'number') {
      throw new NodeError(`The cursor at "${cursorPath}" is neither text nor a number`)
    }
    // Some providers answer the whole address of the next page.
    if (typeof cursor === 'string' && /^https?:\/\//i.test(cursor) && URL.canParse(cursor))
      return new URL(cursor)
    return withParam(url, pageParam, String(cursor))
  }
  if (paging === 'page') {
    if (items === 0) return undefined
    const at = Number(url.searchParams.get(pageParam) ?? '1')
    return withParam(url, pageParam, String((Number.isSafeInteger(at) ? at : 1) + 1))
  }
  return undefined
}

function withParam(url: URL, name: string, value: string): URL {
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next
}
