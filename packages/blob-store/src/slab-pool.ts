/** Lends buffers of one size. */
export interface SlabPool {
  readonly slabBytes: number
  take(): Buffer
  /** Takes a slab back. One that is never given back is simply collected. */
  give(slab: Buffer): void
}

/**
 * Buffers that are used again, each on a page boundary. A fresh one for each use would be memory outside the heap
 * whose growth makes the engine collect all of the heap, again and again: that cost more than what they were for.
 */
export function createSlabPool(slabBytes: number, keepAtMost: number): SlabPool {
  const free: Buffer[] = []
  return {
    slabBytes,
    take: () => free.pop() ?? pageAligned(slabBytes),
    give(slab) {
      if (free.length < keepAtMost) free.push(slab)
    },
  }
}

// V8 maps pages of their own for buffers that may be resized; those of a fixed size begin a little behind one.
const pageAligned = (bytes: number): Buffer =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)
