import { type QueueHistory, queueHistory } from '@atrium/contracts'

/** A queue's reading at a time, in milliseconds. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** Returns a queue's readings of the day, followed by the current one. */
export function toReadings(
  history: QueueHistory | undefined,
  name: string,
  figure: 'depth' | 'oldestSeconds',
  now: Reading,
): readonly Reading[] {
  const samples = history?.queues.find((queue) => queue.name === name)?.samples ?? []
  return [...samples.map((sample) => ({ at: Date.parse(sample.at), value: sample[figure] })), now]
}

const dayMs = queueHistory.hours * 3_600_000
const gapMs = 2.5 * queueHistory.spanSeconds * 1_000
const tenth = (value: number): number => Math.round(value * 10) / 10

/**
 * Returns the points for lines over the 24 hours before `until` in a box of 100 by 24, for example
 * `0,24 100,0`. A gap in the readings splits the line.
 */
export function dayLines(readings: readonly Reading[], until: number): readonly string[] {
  const shown = readings.filter(({ at }) => at >= until - dayMs && at <= until)
  const most = Math.max(1, ...shown.map(({ value }) => value))
  const lines: string[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const { at, value } of shown) {
    if (at - before > gapMs) lines.push([])
    lines
      .at(-1)
      ?.push(`${tenth(((at - until + dayMs) / dayMs) * 100)},${tenth(23 - (value / most) * 22)}`)
    before = at
  }
  // Repeat a single point, because it would be invisible otherwise.
  return lines.map((points) => (points.length === 1 ? [...points, ...points] : points).join(' '))
}

/** Formats a duration in its largest full unit, for example "3 min". */
export function spanLabel(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
