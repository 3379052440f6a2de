import { setTimeout as sleep } from 'node:timers/promises'

/** Checks a statement in a story. Throws if it is false. */
export type Check = (condition: boolean, what: string) => void

/** Returns a check. It prints each true statement. */
export const checkWith =
  (say: (line: string) => void): Check =>
  (condition, what) => {
    if (!condition) throw new Error(`not as it should be: ${what}`)
    say(`  ok  ${what}`)
  }

/** Waits for a value. Throws if there is none within `withinMs` milliseconds. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  withinMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline)
      throw new Error(`not as it should be: ${what} did not happen within ${withinMs} ms`)
    await sleep(50)
  }
}
