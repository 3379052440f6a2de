/**
 * Returns a function that runs `step` once for concurrent calls. Each call gets the result of that
 * run.
 */
export function shareRun<T>(step: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= step().finally(() => {
      running = undefined
    })
    return running
  }
}
