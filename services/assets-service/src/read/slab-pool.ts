/** Lends buffers of one size. */
export interface SlabPool {
  readonly slabBytes: number
  take(): Buffer
  /** Takes a slab back. One that is never given back is simply collected. */
  give(slab: Buffer): void
}

/**
 * Buffers that are used again. A fresh one for each read would be memory outside the heap whose growth makes
 * the engine collect all of the heap, again and again: that cost more than the reads themselves.
 */
export function createSlabPool(slabBytes: number, keepAtMost: number): SlabPool {
  const free: Buffer[] = []
  return {
    slabBytes,
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(slabBytes),
    give(slab) {
      if (free.length < keepAtMost) free.push(slab)
    },
  }
}
