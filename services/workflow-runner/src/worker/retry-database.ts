import { isDatabaseAway } from '@atrium/database'
import pRetry from 'p-retry'

/**
 * Retries idempotent work while the database is unavailable, with a back-off of 50 ms to 2 s, for
 * at most `limitMs`. Throws the last error, or the signal's reason once it aborts.
 */
export const retryDatabase = <R>(
  limitMs: number,
  signal: AbortSignal | undefined,
  work: () => Promise<R>,
) =>
  pRetry(work, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 50,
    maxTimeout: 2_000,
    maxRetryTime: limitMs,
    shouldRetry: ({ error }) => isDatabaseAway(error),
    ...(signal === undefined ? {} : { signal }),
  })
