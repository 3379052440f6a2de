/** Lends buffers. */
export interface SlabPool {
  /** The size of the largest. */
  readonly slabBytes: number
  take(): Buffer
  /** Takes a slab back, once. One that is never given back is simply collected. */
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

/**
 * Lends large slabs while fewer than `most` of them are out, and small ones to whoever comes then: many who fill
 * theirs slowly hold little, few who are quick get the large ones. Every slab has to come back to be counted.
 */
export function createGradedPool(large: SlabPool, most: number, small: SlabPool): SlabPool {
  let out = 0
  return {
    slabBytes: large.slabBytes,
    take() {
      if (out >= most) return small.take()
      const slab = large.take()
      out += 1
      return slab
    },
    give(slab) {
      if (slab.length !== large.slabBytes) return small.give(slab)
      out -= 1
      large.give(slab)
    },
  }
}

// V8 maps pages of their own for buffers that may be resized; those of a fixed size begin a little behind one.
const pageAligned = (bytes: number): Buffer =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes)
