/**
 * Returns the index of the row to run on Enter: the row chosen with the arrow keys if it is still
 * listed, otherwise the first row. Returns -1 if there are no rows.
 */
export function selectionAfter(rows: readonly string[], chosen: string | undefined): number {
  if (rows.length === 0) return -1
  return chosen === undefined ? 0 : Math.max(0, rows.indexOf(chosen))
}
