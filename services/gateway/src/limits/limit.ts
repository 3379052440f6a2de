import { countUsed, millisUntilBelow, type Usage } from './usage.ts'

/** A rate limit, in requests per minute. */
export interface Limit {
  readonly name: string
  readonly perMinute: number
  /** The first character of the limit's keys. */
  readonly kind: string
  /**
   * Maximum number of counted keys. Each kind has its own capacity, so many networks cannot evict
   * signed-in callers.
   */
  readonly capacity: number
}

/** The platform's rate limits (docs/reference/http.md, "Limits"). */
export const limits = {
  principal: { name: 'principal', perMinute: 600, kind: 'p', capacity: 100_000 },
  address: { name: 'address', perMinute: 120, kind: 'a', capacity: 100_000 },
  signIn: { name: 'sign-in', perMinute: 10, kind: 's', capacity: 20_000 },
} as const satisfies Record<string, Limit>

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /**
   * Seconds until the next request is allowed. For an allowed request, seconds until it no longer
   * counts.
   */
  readonly resetSeconds: number
}

export function judge(limit: Limit, usage: Usage): Verdict {
  const used = countUsed(usage)
  const allowed = used < limit.perMinute
  const millis = allowed ? 60_000 : millisUntilBelow(usage, limit.perMinute)
  return {
    allowed,
    remaining: allowed ? limit.perMinute - used - 1 : 0,
    resetSeconds: Math.max(1, Math.ceil(millis / 1000)),
  }
}

/** Returns the headers of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitHeaders = (limit: Limit, verdict: Verdict): Record<string, string> => ({
  'ratelimit-policy': `"${limit.name}";q=${limit.perMinute};w=60`,
  ratelimit: `"${limit.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
})

const ofAllowance: ReadonlySet<string | undefined> = new Set(['ratelimit-policy', 'ratelimit'])

/**
 * Removes the rate limit headers from a 404. Public asset reads are not counted, so the headers
 * would show that a missing key is private (docs/reference/assets.md, "Reading").
 */
export function concealAllowance(headers: string[]): void {
  for (let at = headers.length - 2; at >= 0; at -= 2)
    if (ofAllowance.has(headers[at])) headers.splice(at, 2)
}
