export const sliceMs = 5_000
export const slicesPerMinute = 60_000 / sliceMs

/** The number of the slice at a time; the same on every replica with a correct clock. */
export const sliceAt = (now: number): number => Math.floor(now / sliceMs)

/** The requests of a key: in the current slice first, then in the twelve before it. */
export interface Usage {
  readonly counts: readonly number[]
  /** The elapsed part of the current slice, from 0 to 1. */
  readonly elapsed: number
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Requests of the last minute, rounded up: of the oldest slice the share that the minute covers. */
export const usedOf = ({ counts, elapsed }: Usage): number =>
  sum(counts.slice(0, slicesPerMinute)) + Math.ceil((counts[slicesPerMinute] ?? 0) * (1 - elapsed))

/** Milliseconds until the usage of an idle key is below `limit`; 0 when it is. */
export function millisUntilBelow(usage: Usage, limit: number): number {
  if (usedOf(usage) < limit) return 0
  const { counts, elapsed } = usage
  const room = limit - 1
  // From the oldest slice on: the first one without which there is room must expire, as a whole or in part.
  for (let age = slicesPerMinute; age >= 0; age -= 1) {
    const count = counts[age] ?? 0
    const younger = sum(counts.slice(0, age))
    if (younger > room || count === 0) continue
    const share = Math.max(0, 1 - (room - younger) / count)
    return Math.max(0, Math.ceil((slicesPerMinute - age + share - elapsed) * sliceMs))
  }
  return 0
}
