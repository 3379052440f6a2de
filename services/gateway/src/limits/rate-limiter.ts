import { commonErrors } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import { type Gossip, startGossip } from './gossip.ts'
import { judge, type Limit, limits, rateLimitHeaders } from './limit.ts'
import { createSlidingCounter, type SlidingCounter } from './sliding-counter.ts'

/** Who a request is counted under. Answers the headers of its answer, names and values in turns. */
export interface RateLimiter {
  /** Throws `rate_limited` (429) when the user or API key has used up its minute. */
  principal(id: string): readonly string[]
  /** Throws `rate_limited` (429) when the network has used up its minute without credentials. */
  address(network: string): readonly string[]
  /** Like `address`, for the few attempts at signing in. */
  signIn(network: string): readonly string[]
  stop(): void
}

const noHeaders: readonly string[] = []
/** Counts nothing and refuses nobody. */
export const noLimits: RateLimiter = {
  principal: () => noHeaders,
  address: () => noHeaders,
  signIn: () => noHeaders,
  stop: () => {},
}

// Anonymous networks are cheap to come by and must not crowd out the counts of callers who have signed in.
const capacity = { p: 100_000, a: 100_000, s: 20_000 } as const
type Kind = keyof typeof capacity

/** Limits that hold across all replicas of the gateway on the same bus. */
export function startRateLimiter(bus: Bus, clock: () => number = Date.now): RateLimiter {
  const counters: Record<Kind, SlidingCounter> = {
    p: createSlidingCounter(capacity.p),
    a: createSlidingCounter(capacity.a),
    s: createSlidingCounter(capacity.s),
  }
  const gossip: Gossip = startGossip(bus, (slice, key, amount) => {
    counters[kindOf(key)]?.merge(slice, key, amount, clock())
  })
  const take = (kind: Kind, limit: Limit, who: string): readonly string[] => {
    const key = `${kind}:${who}`
    const now = clock()
    const verdict = judge(limit, counters[kind].usage(key, now))
    const headers = rateLimitHeaders(limit, verdict)
    if (!verdict.allowed) {
      throw commonErrors.rate_limited({
        details: { retryAfterSeconds: verdict.resetSeconds, headers: pairs(headers) },
      })
    }
    counters[kind].add(key, now)
    gossip.note(key, limit.perMinute, now)
    return headers
  }
  return {
    principal: (id) => take('p', limits.principal, id),
    address: (network) => take('a', limits.address, network),
    signIn: (network) => take('s', limits.signIn, network),
    stop: () => gossip.stop(),
  }
}

const kindOf = (key: string): Kind => (key.startsWith('p:') ? 'p' : key.startsWith('a:') ? 'a' : 's')

function pairs(flat: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {}
  for (let index = 0; index + 1 < flat.length; index += 2) result[flat[index] ?? ''] = flat[index + 1] ?? ''
  return result
}
