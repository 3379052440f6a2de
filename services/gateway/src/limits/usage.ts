export const windowMs = 60_000

/** The number of the fixed window that a time lies in; the same on every replica whose clock is right. */
export const windowAt = (now: number): number => Math.floor(now / windowMs)

/** What a key has used: in the previous fixed window, in the current one, and how much of that one has passed. */
export interface Usage {
  readonly before: number
  readonly here: number
  /** From 0 to 1. */
  readonly elapsed: number
}

/**
 * Requests of the last minute, rounded up: all of the current window, and of the previous one the share that the
 * last minute still covers (a sliding window by two counters).
 */
export const usedOf = ({ before, here, elapsed }: Usage): number => here + Math.ceil(before * (1 - elapsed))

/** Milliseconds until a key that adds nothing more has used less than `limit`; 0 when it has already. */
export function millisUntilBelow(usage: Usage, limit: number): number {
  if (usedOf(usage) < limit) return 0
  const { before, here, elapsed } = usage
  // The share of a window that must have passed until `count` of it weigh no more than `room`.
  const share = (count: number, room: number) => 1 - room / count
  const room = limit - 1
  if (here <= room) return Math.ceil((share(before, room - here) - elapsed) * windowMs)
  return Math.ceil((1 - elapsed + share(here, room)) * windowMs)
}
