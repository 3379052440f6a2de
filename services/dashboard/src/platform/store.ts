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

/** Keeps short texts in a browser storage. Keeps nothing if the storage is full or forbidden. */
const keptIn = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, text: string | null): void {
    try {
      if (text === null) storage().removeItem(key)
      else storage().setItem(key, text)
    } catch {
      // The storage is full or forbidden.
    }
  },
})

/** Texts of the browser. `keptByWindow` holds this window's texts, and they survive a reload. */
export const keptByBrowser = keptIn(() => localStorage)
export const keptByWindow = keptIn(() => sessionStorage)
