/** The value below which a share of the samples lies (0.5: the median); NaN of none. */
export function percentile(samples: readonly number[], share: number): number {
  const at = Math.min(samples.length - 1, Math.floor(samples.length * share))
  return samples.toSorted((a, b) => a - b)[at] ?? Number.NaN
}

/** The middle one of the samples, the upper one of two; NaN of none. */
export const median = (samples: readonly number[]): number => percentile(samples, 0.5)
