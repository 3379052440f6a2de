/**
 * Milliseconds between the nth attempt, counted from 1, and the one after it: `firstMs`, doubled with each attempt, at
 * most `longestMs`. For a persisted next-attempt time; `p-retry` retries within one call.
 */
export const backOff = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 40))
