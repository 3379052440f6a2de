import { setTimeout as sleep } from 'node:timers/promises'

const firstPauseMs = 20
const longestPauseMs = 100

/**
 * Waits until `check` no longer throws, at most `withinMs`, and then throws its last error. The
 * default is 25 s, because a loaded machine is not a failure and the test's own timeout comes
 * later. The pauses between checks grow from 20 to 100 ms, because a long wait with 50 checks per
 * second takes processor time from what it waits for.
 */
export async function eventually<R>(check: () => R | Promise<R>, withinMs = 25_000): Promise<R> {
  const deadline = Date.now() + withinMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.25, longestPauseMs)) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(pauseMs)
    }
  }
}
