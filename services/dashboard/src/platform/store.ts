/** Creates a value that components follow with `useSyncExternalStore`. */
export function createStore<T>(first: T) {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: (): T => value,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
