/** Yields batches with `size` rows. Each batch starts after the previous one's last row. */
export async function* inBatches<R>(size: number, read: (last: R | undefined) => Promise<R[]>) {
  for (let last: R | undefined; ; ) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
