import { median } from './statistics.ts'

/** One row with its measured values and its bound. */
export interface Measurement {
  /**
   * Identical in every run and without figures, because rows of several runs are matched by name.
   */
  readonly name: string
  /** One value, or the values of several rounds. */
  readonly value: number | readonly number[]
  readonly unit: string
  /** `>= 5000`, `< 15` or `= 0`. Any other text is not a bound, and the row then has no verdict. */
  readonly target: string
}

/** Returns all values of a row. */
export const listValues = ({ value }: Measurement): readonly number[] =>
  typeof value === 'number' ? [value] : value

const compare: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>=': (value, limit) => value >= limit,
  '≥': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
  '=': (value, limit) => value === limit,
}

/** Returns true if a row's median meets its bound. Returns undefined if there is no bound. */
export function reached(row: Measurement): boolean | undefined {
  const [, comparison = '', limit = ''] = /^\s*(>=|≥|>|<=|<|=)\s*(\d[\d.,]*)/.exec(row.target) ?? []
  return compare[comparison]?.(median(listValues(row)), Number(limit.replaceAll(',', '')))
}

/** Rounds to an integer from 100 up, else to three decimals. */
export const rounded = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1_000) / 1_000
