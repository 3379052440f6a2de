/** One row: what was measured and what it has to reach. */
export interface Measurement {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** `>= 5000`, `< 15`, `= 0`; anything else is no bound, and the row has no verdict. */
  readonly target: string
  /** The benchmark's own verdict, where the target says less than it knows. */
  readonly reached?: boolean
}

const compare: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>=': (value, limit) => value >= limit,
  '≥': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
  '=': (value, limit) => value === limit,
}

/** Whether a measurement meets its target; undefined when it has none. */
export function reached({ value, target, reached: own }: Measurement): boolean | undefined {
  if (own !== undefined) return own
  const [, comparison = '', limit = ''] = /^\s*(>=|≥|>|<=|<|=)\s*(\d[\d.,]*)/.exec(target) ?? []
  return compare[comparison]?.(value, Number(limit.replaceAll(',', '')))
}

/** As many digits as a reader needs: none behind a hundred, three behind the point below it. */
export const rounded = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1_000) / 1_000

/** Prints one line for people and one that `npm run bench` collects. The verdict is that of the value before rounding. */
export function report(measurement: Measurement): void {
  const { name, unit, target } = measurement
  const verdict = reached(measurement)
  const value = rounded(measurement.value)
  const word = verdict === undefined ? '    ' : verdict ? 'ok  ' : 'MISS'
  process.stdout.write(
    `${word} ${name.padEnd(64)} ${String(value).padStart(10)} ${unit} (${target})\n` +
      `BENCH ${JSON.stringify({ ...measurement, value, ...(verdict === undefined ? {} : { reached: verdict }) })}\n`,
  )
}
