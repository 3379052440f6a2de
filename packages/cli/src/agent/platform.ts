import { setTimeout as sleep } from 'node:timers/promises'
import { AtriumError, type Client } from '@atrium/sdk'

export type AgentPlatform = Pick<Client, 'agentRuns'>

/** Returns true if a retry may help: no connection, too many requests, or a restarting platform. */
export const isPassing = (error: unknown): error is AtriumError =>
  error instanceof AtriumError &&
  (error.status === 0 || error.status === 429 || error.status >= 500)

/** Returns true if the run no longer belongs to this agent. */
export const isLost = (error: unknown): boolean =>
  error instanceof AtriumError && (error.code === 'lease_lost' || error.code === 'not_found')

/** Resolves after `millis` milliseconds, or when the signal aborts. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  sleep(millis, undefined, { signal }).catch(() => {})

const longestPauseMs = 60_000

/**
 * Returns the back-off in milliseconds after this many failures in a row, or the platform's longer
 * Retry-After. Never exceeds one minute.
 */
export const pauseAfter = (error: unknown, failures: number): number => {
  const asked = (error instanceof AtriumError ? error.retryAfterSeconds : undefined) ?? 0
  const backOffMs = Math.min(500 * 2 ** failures, 10_000) * (0.75 + Math.random() / 2)
  return Math.min(Math.max(asked * 1_000, backOffMs), longestPauseMs)
}

/** Retries a call while its errors are temporary. Throws the last error if the signal aborts. */
export async function persist<R>(signal: AbortSignal, call: () => Promise<R>): Promise<R> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error
      await pause(pauseAfter(error, failures), signal)
      if (signal.aborted) throw error
    }
  }
}
