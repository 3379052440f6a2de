import { createStore } from '../store.ts'

const slowMs = 5_000

/** Counts the requests without a response after five seconds. */
export function createSlowRequests() {
  const count = createStore(0)
  return {
    get: (): boolean => count.get() > 0,
    async watch<T>(request: Promise<T>): Promise<T> {
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        count.set(count.get() + 1)
      }, slowMs)
      try {
        return await request
      } finally {
        clearTimeout(timer)
        if (isSlow) count.set(count.get() - 1)
      }
    },
    subscribe: count.subscribe,
  }
}

/** The page's slow reads. Uploads and changes show their own progress. */
export const slowRequests = createSlowRequests()
