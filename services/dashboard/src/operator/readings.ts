import type { QueueStats } from '@atrium/contracts'

/** One reading of a queue. */
export interface Reading {
  readonly at: number
  readonly depth: number
  readonly oldestSeconds: number
}

/** The readings of each queue by its name, oldest first. */
export type Readings = Readonly<Record<string, readonly Reading[]>>

/** Ten minutes of a page that reads every five seconds. */
const mostReadings = 120

/** The readings with one more of each queue; the same reading again adds nothing. */
export function withReading(
  readings: Readings,
  { at, queues }: { at: number; queues: QueueStats['queues'] },
): Readings {
  return Object.fromEntries(
    queues.map(({ name, depth, oldestSeconds }) => {
      const known = readings[name] ?? []
      if (known.at(-1)?.at === at) return [name, known]
      return [name, [...known, { at, depth, oldestSeconds }].slice(-mostReadings)]
    }),
  )
}

/** The points of a line over readings in a box of 100 by 24, such as `0,24 100,0`; a single reading is a flat line. */
export function linePoints(values: readonly number[]): string {
  const most = Math.max(1, ...values)
  const drawn = values.length === 1 ? [values[0] ?? 0, values[0] ?? 0] : values
  const step = 100 / Math.max(1, drawn.length - 1)
  const place = (value: number): number => Math.round((23 - (value / most) * 22) * 10) / 10
  return drawn.map((value, index) => `${Math.round(index * step * 10) / 10},${place(value)}`).join(' ')
}

/** A time span in the largest unit that it fills, such as "3 min". */
export function spanLabel(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
