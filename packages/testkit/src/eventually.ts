import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `check` no longer throws, at most `withinMs` (10 s unless told); then throws its last error. */
export async function eventually<R>(check: () => R | Promise<R>, withinMs = 10_000): Promise<R> {
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
