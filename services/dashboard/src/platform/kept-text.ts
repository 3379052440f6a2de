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
