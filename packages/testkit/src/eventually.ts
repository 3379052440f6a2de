import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `check` no longer throws, at most `withinMs`, and then throws its last error. The
 * default is 25 s, because a loaded machine is not a failure and the test's own timeout comes
 * later.
 */
export async function eventually<R>(check: () => R | Promise<R>, withinMs = 25_000): Promise<R> {
  const deadline = Date.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}
