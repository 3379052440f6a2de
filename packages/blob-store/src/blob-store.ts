import type { Readable } from 'node:stream'
import type { Visibility } from '@atrium/asset-key'

/** First and last byte, both included, as in RFC 9110 `Content-Range`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The facts about a blob. A blob is written once, so they never change. */
export interface BlobFacts {
  readonly key: string
  readonly bytes: number
  readonly modifiedAt: Date
}

/** An open blob. `stream`, `buffer` and `close` release it; exactly one of them is called, once. */
export interface OpenBlob extends BlobFacts {
  /** The bytes, or the inclusive range of them, which must lie inside the blob. */
  stream(range?: ByteRange): Readable
  /** All bytes at once; for blobs small enough to be held in memory. */
  buffer(): Promise<Buffer>
  close(): Promise<void>
}

/** Stored bytes without a key, which may still be changed. One of `commit` and `abort` is called, once. */
export interface StagedBlob {
  /** The size after the stage; `replace` does not change it. */
  readonly bytes: number
  /** The bytes from `start` on, fewer than `length` at the end. */
  read(start: number, length: number): Promise<Buffer>
  /** Overwrites bytes inside the blob. */
  write(start: number, bytes: Uint8Array): Promise<void>
  /** Puts other bytes in the place of all. */
  replace(bytes: Uint8Array): Promise<void>
  /** Gives the blob its key. Resolves when it is durable; a rejected commit leaves nothing behind. */
  commit(key: string): Promise<void>
  abort(): Promise<void>
}

export interface StageOptions {
  /** Stops writing and leaves nothing behind; the stage then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** A number of blobs and the sum of their bytes. */
export interface Usage {
  readonly bytes: number
  readonly count: number
}

export type ByteSource = AsyncIterable<Uint8Array>

/**
 * The storage port. A malformed key is absent when read and a TypeError when written. Failures are AppErrors:
 * `insufficient_storage` without room, `unavailable` without an answer of the backend.
 */
export interface BlobStore {
  /** Stores bytes without a key, which may become known after them. No reader sees a part of a blob. */
  stage(source: ByteSource, options?: StageOptions): Promise<StagedBlob>
  open(key: string): Promise<OpenBlob | undefined>
  stat(key: string): Promise<BlobFacts | undefined>
  /** Returns whether the blob existed. */
  delete(key: string): Promise<boolean>
  /** Every blob of exactly this org, or of one of its lanes, in no particular order. */
  list(orgId: string, lane?: Visibility): AsyncIterable<BlobFacts>
  /** Removes every blob of the org; returns their number and bytes. */
  purge(orgId: string): Promise<Usage>
  /** Removes the leftovers of crashed writers, never a file of a live one. */
  sweep(): Promise<{ removed: number }>
  /** Throws when the backend cannot be read or written. */
  check(): Promise<void>
  close(): Promise<void>
}
