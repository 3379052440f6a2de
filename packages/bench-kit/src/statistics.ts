/**
 * Returns the value below which a share of the samples lies (0.5 is the median), or NaN if there
 * are no samples.
 */
export function percentile(samples: readonly number[], share: number): number {
  const at = Math.min(samples.length - 1, Math.floor(samples.length * share))
  return samples.toSorted((a, b) => a - b)[at] ?? Number.NaN
}

/** Returns the middle sample, the upper one of two, or NaN if there are no samples. */
export const median = (samples: readonly number[]): number => percentile(samples, 0.5)
