export interface RecentKeys {
  has(key: string): boolean
  add(key: string): void
}

/**
 * The keys that were added last, `size` of them at least. It only ever holds ids whose record has committed, so
 * that a redelivery need not ask the database; what it has forgotten, the database still knows.
 */
export function createRecentKeys(size: number): RecentKeys {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    has: (key) => young.has(key) || old.has(key),
    add(key) {
      young.add(key)
      if (young.size < size) return
      old = young
      young = new Set()
    },
  }
}
