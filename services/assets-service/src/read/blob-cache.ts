import { LRUCache } from 'lru-cache'
import { createFrequencySketch } from './frequency-sketch.ts'
import type { BlobHeaders } from './read-plan.ts'

export interface CachedBlob {
  readonly bytes: Buffer
  /** A small blob once more, one character per byte: Node sends it in one piece with the headers. */
  readonly text: string | undefined
  readonly headers: BlobHeaders
  /** When the store was last known to hold the blob, in `performance.now()` milliseconds. */
  checkedAt: number
}

export interface BlobCache {
  /** The blob if it is held; also counts that it was asked for. */
  find(key: string): CachedBlob | undefined
  /** The same without counting. */
  peek(key: string): CachedBlob | undefined
  /** Whether a blob of this size would be taken in now; asked before its bytes are read whole. */
  wants(key: string, bytes: number): boolean
  keep(key: string, blob: CachedBlob): void
  forget(key: string): void
  /** Forgets every blob whose key starts so. */
  forgetPrefix(prefix: string): void
  readonly heldBytes: number
}

/** What an entry costs besides its bytes: key, headers and bookkeeping. */
const entryOverhead = 1024
const textBytes = 16 * 1024
const typicalBlob = 16 * 1024

const costOf = ({ bytes }: { bytes: { length: number } }): number =>
  bytes.length * (bytes.length <= textBytes ? 2 : 1) + entryOverhead

/** A blob as the cache holds it, known to be in the store just now. */
export const cachedBlob = (bytes: Buffer, headers: BlobHeaders): CachedBlob => ({
  bytes,
  text: bytes.length <= textBytes ? bytes.toString('latin1') : undefined,
  headers,
  checkedAt: performance.now(),
})

/**
 * Public blobs in memory, at most `capacityBytes` of them. While there is room everything that fits is kept.
 * Once full, a newcomer gets in only if it was lately asked for more often than everything that would have to
 * go, so one pass over many blobs displaces nothing that is in use.
 */
export function createBlobCache(capacityBytes: number): BlobCache {
  const largest = Math.floor(capacityBytes / 8)
  const sketch = createFrequencySketch(Math.max(1024, Math.ceil(capacityBytes / typicalBlob)))
  const held =
    capacityBytes > 0
      ? new LRUCache<string, CachedBlob>({
          maxSize: capacityBytes,
          sizeCalculation: costOf,
        })
      : undefined

  function wants(key: string, bytes: number): boolean {
    const needed = costOf({ bytes: { length: bytes } })
    if (!held || needed > largest) return false
    let room = capacityBytes - held.calculatedSize
    if (room >= needed) return true
    const frequency = sketch.estimate(key)
    for (const victim of held.rkeys()) {
      if (sketch.estimate(victim) >= frequency) return false
      room += costOf(held.peek(victim) ?? { bytes: { length: 0 } })
      if (room >= needed) return true
    }
    return false
  }

  return {
    find(key) {
      sketch.observe(key)
      return held?.get(key)
    },
    peek: (key) => held?.peek(key),
    wants,
    keep(key, blob) {
      if (wants(key, blob.bytes.length)) held?.set(key, blob)
    },
    forget: (key) => void held?.delete(key),
    forgetPrefix(prefix) {
      for (const key of [...(held?.keys() ?? [])]) if (key.startsWith(prefix)) held?.delete(key)
    },
    get heldBytes() {
      return held?.calculatedSize ?? 0
    },
  }
}
