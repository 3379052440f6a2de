import type { NetworkAnswer } from './call-network.ts'

/** The longest wait of a network that is kept. */
export const longestWaitSeconds = 7 * 86_400

// The last date of four digits.
const furthest = Date.parse('9999-12-31T23:59:59.999Z')

/** A wait as a network states it, in seconds, within bounds; 0 for one that is no number. */
export const boundedWait = (seconds: number): number =>
  seconds > 0 ? Math.min(Math.ceil(seconds), longestWaitSeconds) : 0

/** The moment that a network states, in milliseconds since 1970; null (never) beyond the range of dates. */
export const statedTime = (millis: number): Date | null =>
  Math.abs(millis) <= furthest ? new Date(millis) : null

/** Seconds of a Retry-After header (RFC 9110, 10.2.3), which is a number or a date. */
export function retryAfterSeconds({ headers }: NetworkAnswer, now: Date): number | undefined {
  const header = String(headers['retry-after'] ?? '')
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1_000
  return boundedWait(seconds) || undefined
}
