import { AtriumError } from '@atrium/sdk'
import type { LiveStatus } from './live-status.ts'

/** The states of the connection to the platform, the worst first. */
export type Connection = 'away' | 'broken' | 'busy' | 'slow' | 'lost' | 'fine'

/** Whether another try may succeed: the platform was away, too busy or broken. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AtriumError &&
  (error.status === 0 || error.status === 429 || error.status >= 500)

export function classifyFailure(error: unknown): 'away' | 'broken' | 'busy' | undefined {
  if (!(error instanceof AtriumError) || !isPassing(error)) return undefined
  if (error.status === 0) return 'away'
  return error.status === 429 ? 'busy' : 'broken'
}

const worstFirst = ['away', 'broken', 'busy'] as const

/** The state of the connection from the failures of what the page shows, its waits and its event stream. */
export function toConnection(
  failures: readonly unknown[],
  isSlow: boolean,
  live: LiveStatus,
): Connection {
  const states = new Set(failures.map(classifyFailure))
  const worst = worstFirst.find((state) => states.has(state))
  if (worst !== undefined) return worst
  if (isSlow) return 'slow'
  return live === 'lost' ? 'lost' : 'fine'
}

const everyMs = 5_000
const longestMs = 60_000

/** Milliseconds until a failed request is tried again: the platform's own `Retry-After` up to a minute, else five seconds. */
export function pauseAfter(error: unknown, shortestMs = everyMs): number {
  const asked = error instanceof AtriumError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.min(longestMs, Math.max(shortestMs, asked))
}
