import { median } from './statistics.ts'

/** One row: its measured values and its bound. */
export interface Measurement {
  /** The same in every run, without figures: rows of several runs are put together by it. */
  readonly name: string
  /** One value, or the values of several rounds. */
  readonly value: number | readonly number[]
  readonly unit: string
  /** `>= 5000`, `< 15`, `= 0`; anything else is no bound, and the row has no verdict. */
  readonly target: string
}

/** All values of a row. */
export const valuesOf = ({ value }: Measurement): readonly number[] =>
  typeof value === 'number' ? [value] : value

const compare: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>=': (value, limit) => value >= limit,
  '≥': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
  '<=': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
  '=': (value, limit) => value === limit,
}

/** Whether the median of a row meets its bound; undefined without a bound. */
export function reached(row: Measurement): boolean | undefined {
  const [, comparison = '', limit = ''] = /^\s*(>=|≥|>|<=|<|=)\s*(\d[\d.,]*)/.exec(row.target) ?? []
  return compare[comparison]?.(median(valuesOf(row)), Number(limit.replaceAll(',', '')))
}

/** No digit behind the point from a hundred on, three below. */
export const rounded = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1_000) / 1_000
