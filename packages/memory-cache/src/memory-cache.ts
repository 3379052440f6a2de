import { LRUCache } from 'lru-cache'

/** What can be kept: something with bytes, and whatever is known of them. */
export interface Sized {
  readonly bytes: { readonly length: number }
}

export interface MemoryCache<V extends Sized> {
  find(key: string): V | undefined
  /** Whether an entry of so many bytes may be kept; asked before they are read whole. */
  wants(bytes: number): boolean
  /** Keeps an entry in place of those that were used least recently. */
  keep(key: string, entry: V): void
  forget(key: string): void
  /** Forgets every entry whose key starts so. */
  forgetPrefix(prefix: string): void
  readonly heldBytes: number
  /**
   * How often something was forgotten. A reader of an entry from elsewhere keeps it only if this is still what it
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

/** The entries that were used most recently, bounded in bytes. One of more than an eighth of the whole is never kept. */
export function createMemoryCache<V extends Sized>({
  capacityBytes,
  costOf,
}: MemoryCacheOptions): MemoryCache<V> {
  const largest = Math.floor(capacityBytes / 8)
  let forgets = 0
  const held =
    capacityBytes > 0
      ? new LRUCache<string, V>({
          maxSize: capacityBytes,
          sizeCalculation: ({ bytes }) => costOf(bytes.length),
        })
      : undefined
  const wants = (bytes: number): boolean => held !== undefined && costOf(bytes) <= largest

  return {
    find: (key) => held?.get(key),
    wants,
    keep(key, entry) {
      if (wants(entry.bytes.length)) held?.set(key, entry)
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
