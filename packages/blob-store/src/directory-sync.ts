import { open } from 'node:fs/promises'

/** Makes the entries of a directory durable: a name survives a power cut only after this. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * A `syncDirectory` that lets callers share one flush: whoever asks while a flush of the same directory is
 * under way waits for the next one, together with everybody else who asked meanwhile.
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
