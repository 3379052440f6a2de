import { open } from 'node:fs/promises'

/** Makes a directory's entries durable. Without it a file name may not survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r')
  await handle.sync()
}

/**
 * Returns a `syncDirectory` whose callers share flushes. All calls during a flush of a directory
 * wait for the next one.
 */
export function createDirectorySync(sync: (directory: string) => Promise<void> = syncDirectory) {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  return (directory: string): Promise<void> => {
    const queued = waiting.get(directory)
    if (queued) return queued
    const before = running.get(directory)?.catch(() => undefined) ?? Promise.resolve()
    const next = before.then(() => {
      waiting.delete(directory)
      const run = sync(directory).finally(() => {
        if (running.get(directory) === run) running.delete(directory)
      })
      running.set(directory, run)
      return run
    })
    waiting.set(directory, next)
    return next
  }
}
