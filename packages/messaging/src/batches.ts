/**
 * Yields batches with the items that arrived while the previous batch was handled, at most `size`
 * each. Reads one batch ahead.
 */
export async function* readBatches<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
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
