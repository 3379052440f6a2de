import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A whole answer that its service declares immutable. */
export interface Remembered {
  readonly bytes: Buffer
  readonly headers: Headers
}

/** Remembered answers by path and query (ADR 0012). */
export type AnswerMemory = LRUCache<string, Remembered>

const capacityBytes = 32 * 1024 * 1024
const longestBody = 512 * 1024
/** Path, headers and bookkeeping of an entry. */
const entryOverhead = 2_048

export const createAnswerMemory = (): AnswerMemory =>
  new LRUCache({ maxSize: capacityBytes, sizeCalculation: ({ bytes }) => bytes.length + entryOverhead })

const conditions = ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since']

/** Whether a remembered answer may stand for that of the service: a GET without a condition or range of its own. */
export const isUnconditional = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && conditions.every((name) => headers[name] === undefined)

/** Whether an answer never changes for any caller and is short: public, immutable, a strong entity-tag, no cookie. */
export function isImmutable(status: number, headers: Headers): boolean {
  const control = String(headers['cache-control'])
  return (
    status === 200 &&
    Number(headers['content-length']) <= longestBody &&
    /\bpublic\b/.test(control) &&
    /\bimmutable\b/.test(control) &&
    String(headers['etag']).startsWith('"') &&
    headers['set-cookie'] === undefined &&
    headers['vary'] === undefined
  )
}

/** The headers of a remembered answer that the service has confirmed (RFC 9111, section 4.3.4). */
export function confirmedHeaders(known: Remembered, { 'content-length': _, ...fresh }: Headers): Headers {
  return { ...known.headers, ...fresh }
}
