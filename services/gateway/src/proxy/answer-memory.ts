import type { IncomingMessage } from 'node:http'
import { createMemoryCache, type MemoryCache } from '@atrium/memory-cache'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A whole answer whose service says that its bytes never change. */
export interface Remembered {
  readonly bytes: Buffer
  readonly etag: string
  readonly headers: Headers
}

export type AnswerMemory = MemoryCache<Remembered>

const capacityBytes = 32 * 1024 * 1024
const longestBody = 512 * 1024
/** Path, headers and bookkeeping of an entry. */
const entryOverhead = 2_048

/** Answers in memory, bounded in bytes; a scan does not flush it. */
export const createAnswerMemory = (): AnswerMemory =>
  createMemoryCache({ capacityBytes, costOf: (bytes) => bytes + entryOverhead })

const conditions = ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'] as const

/**
 * Spares the bytes of an answer the way from its service: the service is asked on every request, with the
 * entity-tag of what is remembered, and says 304 while that may still be shown (RFC 9111, section 4.3). So it
 * decides each time, and what it has forgotten or refuses is never shown. Undefined for a request that is none of
 * this: another method, a condition or a range of its own.
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
  #learned: { headers: Headers; etag: string; bytes: number; chunks: Buffer[] } | undefined

  constructor(memory: AnswerMemory, path: string) {
    this.#memory = memory
    this.#path = path
    this.#found = memory.find(path)
  }

  /** What the forwarded request carries, names and values in turns. */
  get requestHeaders(): readonly string[] {
    return this.#found === undefined ? [] : ['if-none-match', this.#found.etag]
  }

  /** What to answer from memory when the service has answered so; undefined when its own answer goes on. */
  answer(status: number, headers: Headers): Remembered | undefined {
    const found = this.#found
    if (status === 304 && found !== undefined) {
      const { 'content-length': _, ...news } = headers
      return { ...found, headers: { ...found.headers, ...news } }
    }
    if (found !== undefined) this.#memory.forget(this.#path)
    const bytes = Number(headers['content-length'])
    const etag = headers['etag']
    if (status === 200 && typeof etag === 'string' && neverChanges(headers, etag) && bytes <= longestBody) {
      if (this.#memory.wants(bytes)) this.#learned = { headers, etag, bytes, chunks: [] }
    }
    return undefined
  }

  /** A piece of the body that goes on to the client. */
  hear(chunk: Buffer): void {
    const learned = this.#learned
    if (learned === undefined) return
    learned.chunks.push(chunk)
    learned.bytes -= chunk.length
    if (learned.bytes > 0) return
    this.#learned = undefined
    const { headers, etag } = learned
    this.#memory.keep(this.#path, { bytes: Buffer.concat(learned.chunks), etag, headers })
  }
}

/** Whether everybody may be shown the same bytes for ever: public, immutable, a strong entity-tag, no cookie. */
function neverChanges(headers: Headers, etag: string): boolean {
  const control = String(headers['cache-control'] ?? '')
  return (
    /\bpublic\b/.test(control) &&
    /\bimmutable\b/.test(control) &&
    etag.startsWith('"') &&
    headers['set-cookie'] === undefined &&
    headers['vary'] === undefined
  )
}
