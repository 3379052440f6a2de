/**
 * Returns the milliseconds to wait after the nth attempt (from 1): `firstMs`, doubled each time, at
 * most `longestMs`.
 */
export const backOff = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 40))
