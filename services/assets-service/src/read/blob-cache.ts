import { LRUCache } from 'lru-cache'
import type { BlobHeaders } from './read-plan.ts'

export interface CachedBlob {
  readonly bytes: Buffer
  readonly headers: BlobHeaders
  /** When the store last confirmed the blob, in `performance.now()` milliseconds. */
  checkedAt: number
}

/** Memory of an entry in addition to its bytes: key, headers and bookkeeping take about 2 KB. */
const entryOverhead = 2_560

/**
 * Caches the most recently read public blobs, at most `capacityBytes` in total. A capacity of 0
 * caches nothing.
 */
export class BlobCache {
  readonly #held: LRUCache<string, CachedBlob>
  readonly #largest: number
  #evictions = 0

  constructor(capacityBytes: number) {
    this.#largest = Math.floor(capacityBytes / 8) - entryOverhead
    this.#held = new LRUCache({
      maxSize: Math.max(1, capacityBytes),
      sizeCalculation: ({ bytes }) => bytes.length + entryOverhead,
    })
  }

  find(key: string): CachedBlob | undefined {
    return this.#held.get(key)
  }

  /**
   * True if a blob with this size fits in an eighth of the capacity. Larger blobs are not cached.
   */
  accepts(bytes: number): boolean {
    return bytes <= this.#largest
  }

  /** The number of evictions so far. Pass it to `keep`. */
  get evictions(): number {
    return this.#evictions
  }

  /**
   * Caches a blob unless one was evicted since the read began. Otherwise a released blob could come
   * back.
   */
  keep(key: string, blob: CachedBlob, evictionsBefore: number): void {
    if (this.#evictions === evictionsBefore) this.#held.set(key, blob)
  }

  evict(key: string): void {
    this.#evictions += 1
    this.#held.delete(key)
  }

  evictPrefix(prefix: string): void {
    this.#evictions += 1
    for (const key of [...this.#held.keys()]) if (key.startsWith(prefix)) this.#held.delete(key)
  }

  get heldBytes(): number {
    return this.#held.calculatedSize
  }
}
