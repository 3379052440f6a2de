import { createMemoryCache, type MemoryCache } from '@atrium/memory-cache'
import type { BlobHeaders } from './read-plan.ts'

export interface CachedBlob {
  readonly bytes: Buffer
  readonly headers: BlobHeaders
  /** When the store was last known to hold the blob, in `performance.now()` milliseconds. */
  checkedAt: number
}

export type BlobCache = MemoryCache<CachedBlob>

/** What an entry costs besides its bytes: key, headers and bookkeeping were seen to take 2 KB, and some slack. */
const entryOverhead = 2_560

/** A blob as the cache holds it, known to be in the store just now. */
export const cachedBlob = (bytes: Buffer, headers: BlobHeaders): CachedBlob => ({
  bytes,
  headers,
  checkedAt: performance.now(),
})

/** Public blobs in memory, at most `capacityBytes` of them. */
export const createBlobCache = (capacityBytes: number): BlobCache =>
  createMemoryCache({ capacityBytes, costOf: (bytes) => bytes + entryOverhead })
