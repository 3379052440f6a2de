const minute = 60
const hour = 60 * minute

/** Seconds until the next attempt after each failure, as the Standard Webhooks specification advises. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour] as const

/** Seconds to wait after so many failed attempts; undefined when it was the last one. */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1]
