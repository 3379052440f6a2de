import { LRUCache } from 'lru-cache'
import { createFrequencySketch } from './frequency-sketch.ts'

/** What can be kept: something with bytes, and whatever is known of them. */
export interface Sized {
  readonly bytes: { readonly length: number }
}

export interface MemoryCache<V extends Sized> {
  /** The entry if it is held; also counts that it was asked for. */
  find(key: string): V | undefined
  /** The same without counting. */
  peek(key: string): V | undefined
  /** Whether an entry of so many bytes would be taken in now; asked before they are read whole. */
  wants(key: string, bytes: number): boolean
  keep(key: string, entry: V): void
  forget(key: string): void
  /** Forgets every entry whose key starts so. */
  forgetPrefix(prefix: string): void
  readonly heldBytes: number
  /**
   * How often something was forgotten. Whoever reads an entry from elsewhere keeps it only if this is still what it
   * was before the read: what was forgotten meanwhile would come back otherwise.
   */
  readonly forgets: number
}

export interface MemoryCacheOptions {
  /** What all entries may cost together; 0 holds none. */
  capacityBytes: number
  /** What an entry of so many bytes costs in memory, key and bookkeeping included. */
  costOf(bytes: number): number
}

/** How large most entries are: it says how many keys are worth watching. */
const typicalBytes = 16 * 1024

/**
 * Entries in memory, bounded in bytes. While there is room everything that fits is kept. Once full, a newcomer
 * gets in only if it was lately asked for more often than everything that would have to go, so one pass over
 * many keys displaces nothing that is in use. An entry of more than an eighth of the whole is never kept.
 */
export function createMemoryCache<V extends Sized>({
  capacityBytes,
  costOf,
}: MemoryCacheOptions): MemoryCache<V> {
  const largest = Math.floor(capacityBytes / 8)
  const sketch = createFrequencySketch(Math.max(1024, Math.ceil(capacityBytes / typicalBytes)))
  let forgets = 0
  const held =
    capacityBytes > 0
      ? new LRUCache<string, V>({
          maxSize: capacityBytes,
          sizeCalculation: ({ bytes }) => costOf(bytes.length),
        })
      : undefined

  function wants(key: string, bytes: number): boolean {
    const cost = costOf(bytes)
    if (!held || cost > largest) return false
    let room = capacityBytes - held.calculatedSize
    if (room >= cost) return true
    const frequency = sketch.estimate(key)
    for (const victim of held.rkeys()) {
      if (sketch.estimate(victim) >= frequency) return false
      const entry = held.peek(victim)
      if (entry !== undefined) room += costOf(entry.bytes.length)
      if (room >= cost) return true
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
    keep(key, entry) {
      if (wants(key, entry.bytes.length)) held?.set(key, entry)
    },
    forget(key) {
      forgets += 1
      held?.delete(key)
    },
    forgetPrefix(prefix) {
      forgets += 1
      for (const key of [...(held?.keys() ?? [])]) if (key.startsWith(prefix)) held?.delete(key)
    },
    get heldBytes() {
      return held?.calculatedSize ?? 0
    },
    get forgets() {
      return forgets
    },
  }
}
