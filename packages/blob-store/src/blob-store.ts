import type { Readable } from 'node:stream'
import type { Visibility } from '@atrium/asset-key'

/** First and last byte, both included, as in RFC 9110 `Content-Range`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What is known of a blob without its bytes. A blob is written once, so these never change. */
export interface BlobFacts {
  readonly key: string
  readonly bytes: number
  readonly modifiedAt: Date
}

/**
 * A blob held open. `stream`, `buffer` and `close` let go of it; exactly one of them is called, once.
 */
export interface OpenBlob extends BlobFacts {
  /** The bytes, or the inclusive range of them, which must lie inside the blob. */
  stream(range?: ByteRange): Readable
  /** All bytes at once; for blobs small enough to be held in memory. */
  buffer(): Promise<Buffer>
  close(): Promise<void>
}

/** Bytes that are stored safely but have no name yet. One of `commit` and `abort` is called, once. */
export interface StagedBlob {
  readonly bytes: number
  /** Gives the blob its key. Resolves when it is durable; a rejected commit has left nothing behind. */
  commit(key: string): Promise<void>
  abort(): Promise<void>
}

export interface StageOptions {
  /** Stops writing and leaves nothing behind; the stage then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** So many blobs of so many bytes in all. */
export interface Usage {
  readonly bytes: number
  readonly count: number
}

export type ByteSource = AsyncIterable<Uint8Array>

/**
 * The one storage port. Every key is checked with the one validator: a malformed key is absent when read
 * and a TypeError when written. Failures are AppErrors: `insufficient_storage` when there is no room,
 * `unavailable` when the backend cannot be reached.
 */
export interface BlobStore {
  readonly kind: 'filesystem' | 'memory' | 's3'
  /** Writes bytes aside without a name, so that the lane may become known after them. */
  stage(source: ByteSource, options?: StageOptions): Promise<StagedBlob>
  /** Stages and commits. No reader ever sees a part of the blob. */
  put(key: string, source: ByteSource, options?: StageOptions): Promise<{ bytes: number }>
  open(key: string): Promise<OpenBlob | undefined>
  stat(key: string): Promise<BlobFacts | undefined>
  /** Whether there was such a blob. */
  delete(key: string): Promise<boolean>
  /** Every blob of exactly this org, or of one of its lanes, in no particular order. */
  list(orgId: string, lane?: Visibility): AsyncIterable<BlobFacts>
  /** Removes every blob of the org outright and says what was removed. */
  purge(orgId: string): Promise<Usage>
  /** Removes what crashed writers left; never anything that a live one still writes. */
  sweep(): Promise<{ removed: number }>
  /** Whether the backend can take and give blobs now. */
  check(): Promise<void>
  close(): Promise<void>
}
