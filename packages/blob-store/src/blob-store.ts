import type { Readable } from 'node:stream'
import type { Visibility } from '@atrium/asset-key'

/** The first and last byte, both inclusive, as in RFC 9110 `Content-Range`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The metadata of a blob. It never changes, because a blob is written once. */
export interface BlobFacts {
  readonly key: string
  readonly bytes: number
  readonly modifiedAt: Date
}

/** An open blob. `stream`, `buffer` and `close` release it. Call exactly one of them, once. */
export interface OpenBlob extends BlobFacts {
  /** Streams the bytes, or the inclusive range. The range must lie inside the blob. */
  stream(range?: ByteRange): Readable
  /** Returns all bytes at once. Use it only if the blob is small enough for memory. */
  buffer(): Promise<Buffer>
  close(): Promise<void>
}

/** Stored bytes without a key. They can still be changed. Call either `commit` or `abort`, once. */
export interface StagedBlob {
  /** The size after the stage. `replace` does not change it. */
  readonly bytes: number
  /** Returns the bytes from `start` on, fewer than `length` at the end of the blob. */
  read(start: number, length: number): Promise<Buffer>
  /** Overwrites bytes inside the blob. */
  write(start: number, bytes: Uint8Array): Promise<void>
  /** Replaces all bytes. */
  replace(bytes: Uint8Array): Promise<void>
  /**
   * Stores the blob under its key. Resolves when the blob is durable. A rejected commit leaves
   * nothing behind.
   */
  commit(key: string): Promise<void>
  abort(): Promise<void>
}

export interface StageOptions {
  /** Stops writing and leaves nothing behind. The stage then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** A number of blobs and their total bytes. */
export interface Usage {
  readonly bytes: number
  readonly count: number
}

export type ByteSource = AsyncIterable<Uint8Array>

/**
 * The storage port. A malformed key reads as absent and throws a TypeError on write. Failures are
 * AppErrors:
 * `insufficient_storage` if there is no room, `unavailable` if the backend does not respond.
 */
export interface BlobStore {
  /**
   * Stores bytes without a key, because the key may only be decided afterwards. No reader sees a
   * partial blob.
   */
  stage(source: ByteSource, options?: StageOptions): Promise<StagedBlob>
  open(key: string): Promise<OpenBlob | undefined>
  stat(key: string): Promise<BlobFacts | undefined>
  /** Returns true if the blob existed. */
  delete(key: string): Promise<boolean>
  /**
   * Lists exactly this organisation's blobs, or those in one of its lanes, in no particular order.
   */
  list(orgId: string, lane?: Visibility): AsyncIterable<BlobFacts>
  /** Removes every blob of the organisation. Returns how many, and their bytes. */
  purge(orgId: string): Promise<Usage>
  /** Removes crashed writers' leftovers, but never a live writer's file. */
  sweep(): Promise<{ removed: number }>
  /** Throws if the backend cannot be read or written. */
  check(): Promise<void>
  close(): Promise<void>
}
