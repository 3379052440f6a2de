import { millisUntilBelow, type Usage, usedOf } from './usage.ts'

/** An allowance of requests per minute. */
export interface Limit {
  /** Its name in `RateLimit-Policy`. */
  readonly name: string
  readonly perMinute: number
}

/** The platform's allowances (docs/reference/http.md, "Limits"). */
export const limits = {
  principal: { name: 'principal', perMinute: 600 },
  address: { name: 'address', perMinute: 120 },
  signIn: { name: 'sign-in', perMinute: 10 },
} as const satisfies Record<string, Limit>

/** What an allowance says about one request. */
export interface Verdict {
  readonly allowed: boolean
  /** Requests that are left after this one. */
  readonly remaining: number
  /** Until one more is allowed, or for an allowed request until it is forgotten. */
  readonly resetSeconds: number
}

/** Judges a request by what its key has used so far, this request not counted. */
export function judge(limit: Limit, usage: Usage): Verdict {
  const used = usedOf(usage)
  const allowed = used < limit.perMinute
  const millis = allowed ? 60_000 : millisUntilBelow(usage, limit.perMinute)
  return {
    allowed,
    remaining: allowed ? limit.perMinute - used - 1 : 0,
    resetSeconds: Math.max(1, Math.ceil(millis / 1000)),
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers, names and values in turns. */
export const rateLimitHeaders = (limit: Limit, verdict: Verdict): string[] => [
  'ratelimit-policy',
  `"${limit.name}";q=${limit.perMinute};w=60`,
  'ratelimit',
  `"${limit.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
]

const ofAllowance: ReadonlySet<string | undefined> = new Set(['ratelimit-policy', 'ratelimit'])

/**
 * Takes the state of an allowance out of names and values in turns: public reads are not counted, so it would tell a
 * private key from a public or a malformed one where all get the same 404 (docs/reference/assets.md, "Reading").
 */
export function concealAllowance(headers: string[]): void {
  for (let at = headers.length - 2; at >= 0; at -= 2) if (ofAllowance.has(headers[at])) headers.splice(at, 2)
}
