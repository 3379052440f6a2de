import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until `check` no longer throws, at most `withinMs` (25 s unless given: a loaded machine is no failure, and the
 * test's own limit comes later); then throws its last error.
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
