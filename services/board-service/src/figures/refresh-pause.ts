const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How old a post's figures may become, by the post's age in milliseconds. */
const pauses = [
  { younger: day, pause: 15 * minute },
  { younger: 7 * day, pause: 2 * hour },
  { younger: 30 * day, pause: 12 * hour },
] as const

/** Returns how long a post's figures stay current, in milliseconds. They change ever more slowly. */
export const freshFor = (ageMs: number): number =>
  pauses.find(({ younger }) => ageMs < younger)?.pause ?? 7 * day

/** Returns how long to wait after the given number of failures in a row, in milliseconds. */
export const failurePause = (failures: number): number =>
  Math.min(12 * hour, 5 * minute * 2 ** Math.max(0, failures - 1))
