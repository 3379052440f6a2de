interface Waiting<T, R> {
  value: T
  resolve(result: R): void
  reject(error: unknown): void
}

export interface BatcherOptions<T> {
  limit: number
  /** `most` limits the total weight of a batch. A single value may exceed it. */
  weight?: { of(value: T): number; most: number }
  parallel: number
  /**
   * True if the error concerns every value. The batch then fails as a whole. By default, no error
   * does.
   */
  common?: (error: unknown) => boolean
}

/**
 * Collects values during a batch into the next batch. If a batch fails, retries its values one by
 * one.
 */
export function createBatcher<T, R>(
  run: (values: readonly T[]) => Promise<readonly R[]>,
  options: BatcherOptions<T>,
): (value: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let active = 0

  const take = (): Waiting<T, R>[] => {
    const { limit, weight } = options
    let count = Math.min(limit, waiting.length)
    if (weight !== undefined) {
      let sum = 0
      for (let at = 0; at < count; at += 1) {
        const value = waiting[at]
        sum += value === undefined ? 0 : weight.of(value.value)
        if (sum > weight.most && at > 0) count = at
      }
    }
    return waiting.splice(0, count)
  }
  const flush = async (): Promise<void> => {
    active += 1
    try {
      while (waiting.length > 0) await settle(take())
    } finally {
      active -= 1
    }
  }
  const settle = async (batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await run(batch.map((each) => each.value))
      for (const [at, each] of batch.entries()) each.resolve(results[at] as R)
    } catch (error) {
      const [only] = batch
      if (batch.length === 1) only?.reject(error)
      else if (options.common?.(error) === true) for (const each of batch) each.reject(error)
      else for (const each of batch) await settle([each])
    }
  }
  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      if (active < options.parallel) setImmediate(() => active < options.parallel && void flush())
    })
}
