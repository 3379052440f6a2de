import { AppError } from '@atrium/contracts'
import pRetry from 'p-retry'

/** Covers the restart of a service or of NATS. */
const usualLimitMs = 30_000

/**
 * Retries a call that no service answers (`unavailable`), with a growing back-off (100 ms to 2 s), for half a minute at
 * most, or `limitMs`. Only for idempotent calls: reads, and writes with a key. Throws the last error, or the reason of the signal once
 * it aborts.
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
