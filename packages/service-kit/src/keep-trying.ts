import { isDatabaseAway } from '@atrium/database'
import pRetry from 'p-retry'
import type { Logger } from 'pino'

const patienceMs = 15_000
const everyMs = 300

const isTransient = (error: Error): boolean =>
  isDatabaseAway(error) ||
  isDatabaseAway(error.cause) ||
  /refused|no servers|no responders|timeout|temporarily unavailable|not enabled/i.test(
    error.message,
  )

/** Retries for up to 15 s while a server starts. Throws any other failure at once. */
export const keepTrying = <R>(
  server: string,
  logger: Logger,
  attempt: () => Promise<R>,
): Promise<R> =>
  pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: patienceMs,
    minTimeout: everyMs,
    factor: 1,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: ({ error, attemptNumber }) => {
      if (attemptNumber === 1 && isTransient(error)) logger.warn(`waiting for ${server}`)
    },
  })
