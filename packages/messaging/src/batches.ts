/**
 * Groups the items of a source: each batch holds the items that arrived during the handling of the last one, at most
 * `size`. Reads at most one batch ahead (back-pressure). Ends or throws as the source does.
 */
export async function* batchesOf<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let queue: T[] = []
  let ended = false
  let failure: { error: unknown } | undefined
  let arrived: () => void = () => {}
  let taken: () => void = () => {}
  const read = async (): Promise<void> => {
    try {
      for await (const item of source) {
        if (ended) return
        queue.push(item)
        arrived()
        if (queue.length >= size) await new Promise<void>((resolve) => (taken = resolve))
      }
    } catch (error) {
      failure = { error }
    } finally {
      ended = true
      arrived()
    }
  }
  const reading = read()
  try {
    for (;;) {
      if (queue.length === 0 && !ended) await new Promise<void>((resolve) => (arrived = resolve))
      if (queue.length === 0) break
      const batch = queue
      queue = []
      taken()
      yield batch
    }
  } finally {
    ended = true
    taken()
  }
  await reading
  if (failure !== undefined) throw failure.error
}
