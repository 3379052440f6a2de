/** Milliseconds after the nth attempt (from 1): `firstMs`, doubled with each, at most `longestMs`. */
export const backOff = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 40))
