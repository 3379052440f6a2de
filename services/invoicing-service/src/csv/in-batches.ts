/** Yields rows in batches of `size`. Each batch starts after the last row of the previous one. */
export async function* inBatches<R>(size: number, read: (last: R | undefined) => Promise<R[]>) {
  for (let last: R | undefined; ; ) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
