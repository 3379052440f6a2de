/**
 * Runs work with the same name sequentially within this process, and work with different names
 * concurrently.
 */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Returns a function that does work of the same name one after the other, in this process. */
export function createTurns(): InTurn {
  const running = new Map<string, Promise<void>>()
  return async (name, work) => {
    for (let before = running.get(name); before !== undefined; before = running.get(name))
      await before
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(name, promise)
    try {
      return await work()
    } finally {
      running.delete(name)
      resolve()
    }
  }
}
