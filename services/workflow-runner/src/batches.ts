/** Repeats a work until it does less than a whole batch, or until the signal. Returns the sum. */
export async function inBatches(batch: number, work: () => Promise<number>, signal?: AbortSignal) {
  let total = 0
  for (let done = batch; done >= batch && signal?.aborted !== true; total += done)
    done = await work()
  return total
}

/** The rows of page after page, each of which begins behind the key of the last row before it. */
export async function* inPages<T>(
  batch: number,
  keyOf: (row: T) => string,
  read: (after: string) => Promise<T[]>,
  signal?: AbortSignal,
) {
  for (let after: string | undefined = ''; after !== undefined && signal?.aborted !== true; ) {
    const rows: T[] = await read(after)
    yield* rows
    const last = rows.at(-1)
    after = last === undefined || rows.length < batch ? undefined : keyOf(last)
  }
}
