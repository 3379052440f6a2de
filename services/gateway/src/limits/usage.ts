/** A minute is counted in pieces of so many milliseconds. */
export const sliceMs = 5_000
/** Pieces of a minute. */
export const slicesPerMinute = 60_000 / sliceMs

/** The number of the piece that a time lies in; the same on every replica whose clock is right. */
export const sliceAt = (now: number): number => Math.floor(now / sliceMs)

/** What a key has used: in the running piece first, then in the twelve before it. */
export interface Usage {
  readonly counts: readonly number[]
  /** How much of the running piece has passed, from 0 to 1. */
  readonly elapsed: number
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/**
 * Requests of the last minute, rounded up: all of the running piece and the eleven before it, and of the oldest one
 * the share that the last minute still covers.
 */
export const usedOf = ({ counts, elapsed }: Usage): number =>
  sum(counts.slice(0, slicesPerMinute)) + Math.ceil((counts[slicesPerMinute] ?? 0) * (1 - elapsed))

/** Milliseconds until a key that adds nothing more has used less than `limit`; 0 when it has already. */
export function millisUntilBelow(usage: Usage, limit: number): number {
  if (usedOf(usage) < limit) return 0
  const { counts, elapsed } = usage
  const room = limit - 1
  // From the oldest piece on: the first without which there is room is the one that has to pass, as a whole or in part.
  for (let age = slicesPerMinute; age >= 0; age -= 1) {
    const count = counts[age] ?? 0
    const younger = sum(counts.slice(0, age))
    if (younger > room || count === 0) continue
    const share = Math.max(0, 1 - (room - younger) / count)
    return Math.max(0, Math.ceil((slicesPerMinute - age + share - elapsed) * sliceMs))
  }
  return 0
}
