import { setTimeout as sleep } from 'node:timers/promises'
import { AtriumError, type Client } from '@atrium/sdk'

/** The calls of an agent. */
export type AgentPlatform = Pick<Client, 'agentRuns'>

/** Whether an error goes away by itself: no connection, too many requests, a platform that restarts. */
export const isPassing = (error: unknown): error is AtriumError =>
  error instanceof AtriumError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Whether the run is not this agent's any more. */
export const isLost = (error: unknown): boolean =>
  error instanceof AtriumError && (error.code === 'lease_lost' || error.code === 'not_found')

/** Resolves after milliseconds, or when the signal aborts. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  sleep(millis, undefined, { signal }).catch(() => {})

const longestPauseMs = 60_000

/** The pause after the nth failure in a row, in milliseconds, or the longer one that the platform asks for; a minute at most. */
export const pauseAfter = (error: unknown, failures: number): number => {
  const asked = (error instanceof AtriumError ? error.retryAfterSeconds : undefined) ?? 0
  const own = Math.min(500 * 2 ** failures, 10_000) * (0.75 + Math.random() / 2)
  return Math.min(Math.max(asked * 1_000, own), longestPauseMs)
}

/** Repeats a call while its errors pass, until the signal aborts; then it throws the last error. */
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
