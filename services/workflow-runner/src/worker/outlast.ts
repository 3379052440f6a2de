import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@atrium/database'

const longestPauseMs = 2_000

/**
 * Does `work` again for as long as the database is away: with growing pauses, for at most `limitMs` in all, and not
 * after the signal is aborted. Throws what the last try threw. What is done twice must come to the same.
 */
export async function outlast<R>(
  limitMs: number,
  signal: AbortSignal | undefined,
  work: () => Promise<R>,
): Promise<R> {
  const began = performance.now()
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const over = performance.now() - began > limitMs || signal?.aborted === true
      if (over || !isDatabaseAway(error)) throw error
      await sleep(Math.min(longestPauseMs, 50 * 2 ** attempt), undefined, signal && { signal }).catch(
        () => {},
      )
    }
  }
}
