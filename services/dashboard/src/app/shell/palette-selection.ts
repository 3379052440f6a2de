/** The row that Enter runs: the one chosen with the arrow keys while it is there, else the first; -1 without rows. */
export function selectionAfter(rows: readonly string[], chosen: string | undefined): number {
  if (rows.length === 0) return -1
  return chosen === undefined ? 0 : Math.max(0, rows.indexOf(chosen))
}
