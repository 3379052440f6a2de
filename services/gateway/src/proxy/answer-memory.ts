import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A whole answer that its service declares immutable. */
export interface Remembered {
  readonly bytes: Buffer
  readonly etag: string
  readonly headers: Headers
}

export type AnswerMemory = LRUCache<string, Remembered>

const capacityBytes = 32 * 1024 * 1024
const longestBody = 512 * 1024
/** Path, headers and bookkeeping of an entry. */
const entryOverhead = 2_048

export const createAnswerMemory = (): AnswerMemory =>
  new LRUCache({ maxSize: capacityBytes, sizeCalculation: ({ bytes }) => bytes.length + entryOverhead })

const conditions = ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'] as const

/**
 * Revalidates a remembered answer (RFC 9111, section 4.3): every request asks the service with the entity-tag, and the
 * bytes come from memory when it answers 304. A blob that the service has released or refuses is never answered.
 * Undefined for a request of another method, or with a condition or range of its own.
 */
export function recall(memory: AnswerMemory, request: IncomingMessage, path: string): Recall | undefined {
  if (request.method !== 'GET') return undefined
  if (conditions.some((name) => request.headers[name] !== undefined)) return undefined
  return new Recall(memory, path)
}

export class Recall {
  readonly #memory: AnswerMemory
  readonly #path: string
  readonly #found: Remembered | undefined
  #incoming: { headers: Headers; etag: string; missing: number; chunks: Buffer[] } | undefined

  constructor(memory: AnswerMemory, path: string) {
    this.#memory = memory
    this.#path = path
    this.#found = memory.get(path)
  }

  /** The condition of the forwarded request, names and values in turns. */
  get requestHeaders(): readonly string[] {
    return this.#found === undefined ? [] : ['if-none-match', this.#found.etag]
  }

  /** The remembered answer when the service confirms it; undefined when the service's own answer is passed on. */
  answer(status: number, headers: Headers): Remembered | undefined {
    const found = this.#found
    if (status === 304 && found !== undefined) {
      const { 'content-length': _, ...fresh } = headers
      return { ...found, headers: { ...found.headers, ...fresh } }
    }
    if (found !== undefined) this.#memory.delete(this.#path)
    const missing = Number(headers['content-length'])
    const etag = headers['etag']
    if (status === 200 && typeof etag === 'string' && isImmutable(headers, etag) && missing <= longestBody) {
      this.#incoming = { headers, etag, missing, chunks: [] }
    }
    return undefined
  }

  /** Collects a piece of the body that is passed on; the last one completes the entry. */
  collect(chunk: Buffer): void {
    const incoming = this.#incoming
    if (incoming === undefined) return
    incoming.chunks.push(chunk)
    incoming.missing -= chunk.length
    if (incoming.missing > 0) return
    this.#incoming = undefined
    const { headers, etag, chunks } = incoming
    this.#memory.set(this.#path, { bytes: Buffer.concat(chunks), etag, headers })
  }
}

/** Whether the bytes never change for any caller: public, immutable, a strong entity-tag, no cookie. */
function isImmutable(headers: Headers, etag: string): boolean {
  const control = String(headers['cache-control'] ?? '')
  return (
    /\bpublic\b/.test(control) &&
    /\bimmutable\b/.test(control) &&
    etag.startsWith('"') &&
    headers['set-cookie'] === undefined &&
    headers['vary'] === undefined
  )
}
