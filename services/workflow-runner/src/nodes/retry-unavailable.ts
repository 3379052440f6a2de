import { AppError } from '@atrium/contracts'
import pRetry from 'p-retry'

/** Long enough for a service or NATS to restart. */
const usualLimitMs = 30_000

/**
 * Retries a call while its service is unavailable. Use only for idempotent calls: reads, and writes
 * with a key. Throws the last error, or the signal's reason.
 */
export const retryUnavailable = <R>(
  call: () => Promise<R>,
  signal: AbortSignal,
  limitMs: number = usualLimitMs,
): Promise<R> =>
  pRetry(call, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 100,
    maxTimeout: 2_000,
    maxRetryTime: limitMs,
    shouldRetry: ({ error }) => error instanceof AppError && error.kind === 'unavailable',
    signal,
  })
