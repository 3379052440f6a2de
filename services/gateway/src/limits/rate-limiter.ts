import { commonErrors } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import { startGossip } from './gossip.ts'
import { judge, type Limit, limits, rateLimitHeaders } from './limit.ts'
import { createSlidingCounter } from './sliding-counter.ts'

export interface RateLimiter {
  /**
   * Counts a request. Returns response headers, names and values in turns. Throws `rate_limited`
   * (429).
   */
  take(limit: Limit, id: string): readonly string[]
  stop(): void
}

export const noLimits: RateLimiter = { take: () => [], stop: () => {} }

/**
 * Starts counters that the gateway's replicas share by broadcast. A replica learns of the others'
 * requests with a delay, so slightly more requests than the limit may pass.
 */
export function startRateLimiter(bus: Bus, clock: () => Date): RateLimiter {
  const counters = new Map(
    Object.values(limits).map(({ kind, capacity }) => [
      kind as string,
      createSlidingCounter(capacity),
    ]),
  )
  const gossip = startGossip(bus, (slice, key, amount) => {
    counters.get(key.charAt(0))?.merge(slice, key, amount, clock().getTime())
  })
  return {
    take(limit, id) {
      const counter = counters.get(limit.kind)
      if (counter === undefined) return []
      const key = `${limit.kind}:${id}`
      const now = clock().getTime()
      const verdict = judge(limit, counter.usage(key, now))
      const headers = rateLimitHeaders(limit, verdict)
      if (!verdict.allowed) {
        throw commonErrors.rate_limited({
          details: { retryAfterSeconds: verdict.resetSeconds, headers },
        })
      }
      counter.add(key, now)
      gossip.note(key, limit.perMinute, now)
      return Object.entries(headers).flat()
    },
    stop: () => gossip.stop(),
  }
}
