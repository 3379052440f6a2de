import { setImmediate } from 'node:timers/promises'

const longestMs = 10

/**
 * Returns a function to call between units of work. If the event loop was busy for 10 ms, it lets
 * other work run, because a hostile file can make each unit slow.
 */
export function createPause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestMs) return
    await setImmediate()
    since = performance.now()
  }
}
