import type { NetworkAnswer } from './call-network.ts'

/** The maximum wait to accept from a network. */
export const longestWaitSeconds = 7 * 86_400

// The last date with a four-digit year.
const furthest = Date.parse('9999-12-31T23:59:59.999Z')

/** Limits a network's wait in seconds. Returns 0 if it is not a number. */
export const boundedWait = (seconds: number): number =>
  seconds > 0 ? Math.min(Math.ceil(seconds), longestWaitSeconds) : 0

/**
 * Converts milliseconds since 1970 to a date, or to null (never) if they are beyond the range of
 * dates.
 */
export const statedTime = (millis: number): Date | null =>
  Math.abs(millis) <= furthest ? new Date(millis) : null

/**
 * Returns the seconds of a Retry-After header (RFC 9110, 10.2.3). The header holds a number or a
 * date.
 */
export function retryAfterSeconds({ headers }: NetworkAnswer, now: Date): number | undefined {
  const header = String(headers['retry-after'] ?? '')
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1_000
  return boundedWait(seconds) || undefined
}
