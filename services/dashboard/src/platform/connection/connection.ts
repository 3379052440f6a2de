import { AtriumError } from '@atrium/sdk'
import { createStore } from '../store.ts'

/** The state of the page's event stream. It is `connecting` until the first connection. */
export type LiveStatus = 'connecting' | 'open' | 'lost'

export const liveStatus = createStore<LiveStatus>('connecting')

/** The states of the connection to the platform, worst first. */
export type Connection = 'away' | 'broken' | 'busy' | 'slow' | 'lost' | 'fine'

/** True if a retry may succeed, because the platform was away, busy or broken. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AtriumError &&
  (error.status === 0 || error.status === 429 || error.status >= 500)

export function classifyFailure(error: unknown): 'away' | 'broken' | 'busy' | undefined {
  if (!(error instanceof AtriumError) || !isPassing(error)) return undefined
  if (error.status === 0) return 'away'
  return error.status === 429 ? 'busy' : 'broken'
}

const worstFirst = ['away', 'broken', 'busy'] as const

/**
 * Derives the connection's state from the page's failed queries, its slow requests and its event
 * stream.
 */
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

/**
 * Returns the milliseconds until a failed request is retried: the platform's `Retry-After` up to a
 * minute, otherwise five seconds.
 */
export function pauseAfter(error: unknown, shortestMs = everyMs): number {
  const asked = error instanceof AtriumError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.min(longestMs, Math.max(shortestMs, asked))
}
