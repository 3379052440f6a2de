import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A complete response, immutable according to its service. */
export interface Remembered {
  readonly bytes: Buffer
  readonly headers: Headers
}

/** Cached responses by path and query (ADR 0012). */
export type AnswerMemory = LRUCache<string, Remembered>

const capacityBytes = 32 * 1024 * 1024
const longestBody = 512 * 1024
/** Estimated bytes for an entry's path, headers and bookkeeping. */
const entryOverhead = 2_048

export const createAnswerMemory = (): AnswerMemory =>
  new LRUCache({
    maxSize: capacityBytes,
    sizeCalculation: ({ bytes }) => bytes.length + entryOverhead,
  })

/** How long a page is kept, in milliseconds. A change shows after this time at the latest. */
const pageLifetime = 500

/** Keeps pages that are the same for every visitor, so that a rush of visitors costs few renderings. */
export const createPageMemory = (): AnswerMemory =>
  new LRUCache({
    maxSize: capacityBytes,
    sizeCalculation: ({ bytes }) => bytes.length + entryOverhead,
    ttl: pageLifetime,
  })

const conditions = [
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
]

/** True if a cached response may replace the service's: a GET without a condition or range. */
export const isUnconditional = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && conditions.every((name) => headers[name] === undefined)

/**
 * True if a response is short and never changes for any caller: public, immutable, with a strong
 * ETag and no cookie.
 */
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

/** True if a response is short and the same for every visitor: public, for shared caches, no cookie. */
export function isShared(status: number, headers: Headers): boolean {
  const control = String(headers['cache-control'])
  return (
    status === 200 &&
    Number(headers['content-length']) <= longestBody &&
    /\bpublic\b/.test(control) &&
    /\bs-maxage=[1-9]/.test(control) &&
    headers['set-cookie'] === undefined &&
    headers['vary'] === undefined
  )
}

/**
 * Returns the headers for a cached response confirmed by the service with 304 (RFC 9111, section
 * 4.3.4).
 */
export function confirmedHeaders(
  remembered: Remembered,
  { 'content-length': _, ...fresh }: Headers,
): Headers {
  return { ...remembered.headers, ...fresh }
}
