/** One measured figure beside what it must be at least, or at most. */
export interface BenchRow {
  what: string
  value: number
  unit: string
  bound: number
  better: 'more' | 'less'
}

const reached = (row: BenchRow): boolean =>
  row.better === 'more' ? row.value >= row.bound : row.value <= row.bound

/** A line for people and one for machines. */
export function report(row: BenchRow): void {
  const value = row.value >= 100 ? Math.round(row.value) : Math.round(row.value * 100) / 100
  const bound = `${row.better === 'more' ? 'at least' : 'at most'} ${row.bound}`
  console.log(`${reached(row) ? 'ok  ' : 'MISS'} ${row.what.padEnd(58)} ${value} ${row.unit} (${bound})`)
  console.log(
    `BENCH ${JSON.stringify({ name: `workflow: ${row.what}`, value, unit: row.unit, bound: row.bound, better: row.better, ok: reached(row) })}`,
  )
}

/** The value below which a share of them lies. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
