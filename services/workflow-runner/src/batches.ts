/**
 * Repeats `work` until it handles less than a whole batch or the signal aborts. Returns the sum.
 */
export async function inBatches(batch: number, work: () => Promise<number>, signal?: AbortSignal) {
  let total = 0
  for (let done = batch; done >= batch && signal?.aborted !== true; total += done)
    done = await work()
  return total
}

/** Yields all pages' rows. Each page begins after the previous page's last key. */
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
