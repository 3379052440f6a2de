/** Short texts in the storage of the browser; a full or forbidden storage keeps nothing. */
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
      // Nothing is kept.
    }
  },
})

/** Of the browser, and of this window, which a reload keeps. */
export const keptByBrowser = keptIn(() => localStorage)
export const keptByWindow = keptIn(() => sessionStorage)
