import type { Backing, Program } from './servers.ts'

/** One line of the table: what was measured, its figure, what it has to reach, and whether it does. */
export interface BenchRow {
  readonly what: string
  readonly figure: string
  readonly bound: string
  readonly reached: boolean
}

/** What a part of the benchmark works with. */
export interface Bench {
  /** A directory of this run, on the disk that is measured. */
  readonly directory: string
  /** The directory of the blobs. */
  readonly blobs: string
  readonly backing: Backing
  /** Starts the service as a process of its own. */
  serve(overrides?: Record<string, string>): Promise<Program>
}

/** A row of a ratio that has to be at least so high. */
export const ratioRow = (what: string, ours: number, theirs: number, atLeast: number): BenchRow => ({
  what,
  figure: `${(ours / theirs).toFixed(2)}×`,
  bound: `≥ ${atLeast}×`,
  reached: ours / theirs >= atLeast,
})

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
