const slowMs = 5_000

/** Counts the requests that wait for an answer for more than five seconds. */
export function createSlowRequests(afterMs: number = slowMs) {
  const listeners = new Set<() => void>()
  let count = 0
  const change = (by: number) => {
    count += by
    for (const listener of listeners) listener()
  }
  return {
    /** Whether a request waits longer than usual. */
    get: (): boolean => count > 0,
    /** Follows a request to its end. */
    async watch<T>(request: Promise<T>): Promise<T> {
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        change(1)
      }, afterMs)
      try {
        return await request
      } finally {
        clearTimeout(timer)
        if (isSlow) change(-1)
      }
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The requests of this page that read something; uploads and changes show their own progress. */
export const slowRequests = createSlowRequests()
