import { isDatabaseAway } from '@atrium/database'
import pRetry from 'p-retry'

/**
 * Only for idempotent work: retries it while the database is away (50 ms to 2 s), for `limitMs` at most. Throws the
 * last error, or the reason of the signal once it aborts.
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
