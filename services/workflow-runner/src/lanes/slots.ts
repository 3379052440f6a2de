import pLimit from 'p-limit'

/**
 * Returns a function that waits for one of `count` slots. Its result frees the slot. The wait
 * rejects with the signal's reason when the signal aborts.
 */
export function createSlots(count: number): (signal?: AbortSignal) => Promise<() => void> {
  const limit = pLimit(count)
  return async (signal) => {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const giveUp = () => reject(signal?.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    void limit(() => {
      signal?.removeEventListener('abort', giveUp)
      // The limit has no way to leave its queue early.
      if (signal?.aborted === true) return undefined
      return new Promise<void>((free) => resolve(() => free()))
    })
    return promise
  }
}
