export const sliceMs = 5_000
export const slicesPerMinute = 60_000 / sliceMs

/** Returns a time's slice number. Replicas with correct clocks agree on it. */
export const sliceAt = (now: number): number => Math.floor(now / sliceMs)

/** A key's requests: first the current slice, then the twelve before it. */
export interface Usage {
  readonly counts: readonly number[]
  /** How much of the current slice has elapsed, from 0 to 1. */
  readonly elapsed: number
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/**
 * Returns the requests of the last minute, rounded up. The oldest slice counts only for the part
 * inside the minute.
 */
export const countUsed = ({ counts, elapsed }: Usage): number =>
  sum(counts.slice(0, slicesPerMinute)) + Math.ceil((counts[slicesPerMinute] ?? 0) * (1 - elapsed))

/**
 * Returns the milliseconds until an idle key's usage falls below `limit`. Returns 0 if the usage is
 * already below it.
 */
export function millisUntilBelow(usage: Usage, limit: number): number {
  if (countUsed(usage) < limit) return 0
  const { counts, elapsed } = usage
  const room = limit - 1
  // Starts with the oldest slice. Finds the first slice that must expire, completely or in part,
  // before there is room.
  for (let age = slicesPerMinute; age >= 0; age -= 1) {
    const count = counts[age] ?? 0
    const younger = sum(counts.slice(0, age))
    if (younger > room || count === 0) continue
    const share = Math.max(0, 1 - (room - younger) / count)
    return Math.max(0, Math.ceil((slicesPerMinute - age + share - elapsed) * sliceMs))
  }
  return 0
}
