/** Waits for `ms` milliseconds, or until the signal aborts. Never throws. */
export const pause = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
