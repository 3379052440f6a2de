import { median } from '@atrium/bench-kit'

/** What a client does. `live` is the arrival of a card's event in an open stream. */
export type Kind = 'card' | 'run' | 'file' | 'live'

/** A finished attempt. Times are in milliseconds. */
export interface Attempt {
  readonly kind: Kind
  readonly at: number
  readonly ms: number
  readonly ok: boolean
}

/** The attempts that ended in a window of time. */
export interface Summary {
  /** Successful requests per second. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly slowestMs: number
  /** Failed requests. */
  readonly failed: number
  /** Live events that came too late, or never. */
  readonly late: number
}

/** Summarises the attempts that ended from `from` until before `to`. */
export function summarise(attempts: readonly Attempt[], from: number, to: number): Summary {
  const inside = attempts.filter(({ at, ms }) => at + ms >= from && at + ms < to)
  const requests = inside.filter(({ kind }) => kind !== 'live')
  const times = requests.filter(({ ok }) => ok).map(({ ms }) => ms)
  return {
    perSecond: times.length / ((to - from) / 1_000),
    p50Ms: median(times),
    slowestMs: Math.max(0, ...times),
    failed: requests.length - times.length,
    late: inside.filter(({ kind, ok }) => kind === 'live' && !ok).length,
  }
}

/**
 * Returns the seconds from a fault until the last failure had ended, or 0 if nothing failed. Returns
 * undefined if no later attempt succeeded. Takes attempts of one kind.
 */
export function recoverySeconds(attempts: readonly Attempt[], fault: number): number | undefined {
  const failures = attempts.filter(({ ok }) => !ok).map(({ at, ms }) => at + ms)
  const lastFailure = Math.max(fault, ...failures)
  const isBack = attempts.some(({ at, ok }) => ok && at >= lastFailure)
  return isBack ? (lastFailure - fault) / 1_000 : undefined
}
