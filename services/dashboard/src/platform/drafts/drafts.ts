const prefix = 'atrium.draft.'
const keptMs = 30 * 24 * 3_600_000

type Stored = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * Keeps typed, unsaved text in the browser's storage. Keeps nothing if the storage is full or
 * forbidden.
 */
export function createDrafts(storage: () => Stored, now: () => number = Date.now) {
  const attempt = <T>(run: (stored: Stored) => T): T | undefined => {
    try {
      return run(storage())
    } catch {
      return undefined
    }
  }
  const remove = (key: string) => void attempt((stored) => stored.removeItem(prefix + key))
  const read = <T>(key: string): T | undefined => {
    const kept = attempt(
      (stored) =>
        JSON.parse(stored.getItem(prefix + key) ?? 'null') as { at: number; value: T } | null,
    )
    if (kept == null) return undefined
    if (now() - kept.at < keptMs) return kept.value
    remove(key)
    return undefined
  }
  return {
    read,
    remove,
    write: (key: string, value: unknown) =>
      void attempt((stored) => stored.setItem(prefix + key, JSON.stringify({ at: now(), value }))),
    /** Removes all drafts from this browser when the user signs out. */
    clear: () =>
      void attempt((stored) => {
        const keys = Array.from({ length: stored.length }, (_, index) => stored.key(index))
        for (const key of keys) if (key?.startsWith(prefix)) stored.removeItem(key)
      }),
  }
}

export const drafts = createDrafts(() => window.localStorage)
