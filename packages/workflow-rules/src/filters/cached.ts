const mostFormats = 100

/** Returns a cached value. Forgets everything if there are too many, because items choose the keys. */
export function findCached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= mostFormats) cache.clear()
  const made = make()
  cache.set(key, made)
  return made
}
