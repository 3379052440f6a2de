import { z } from 'zod'
import type { FailureClass } from '../../network/network-error.ts'
import { errorReader, toLookup } from '../../network/read-error.ts'

/** One error in `json.errors`: the code, the message, and the field concerned. */
const Listed = z.tuple([z.string(), z.string().nullish()], z.unknown())
const Listing = z.object({
  json: z.object({ errors: z.array(Listed), ratelimit: z.number().optional().catch(undefined) }),
})
const Plain = z.object({
  reason: z.string().nullish(),
  explanation: z.string().nullish(),
  message: z.string().nullish(),
})

const classes = toLookup<FailureClass>({
  RATELIMIT: 'retry',
  SUBREDDIT_RATELIMIT: 'retry',
  QUOTA_FILLED: 'retry',
  CONFLICT: 'retry',
  USER_REQUIRED: 'reconnect',
  EXPIRED: 'reconnect',
  NOT_USER: 'reconnect',
  SUBREDDIT_NOTALLOWED: 'blocked',
  NOT_WHITELISTED_BY_USER_IN_SUBREDDIT: 'blocked',
  BANNED_FROM_SUBREDDIT: 'blocked',
  BANNED_IP: 'blocked',
  USER_BLOCKED: 'blocked',
  USER_MUTED: 'blocked',
  VERIFIED_USER_REQUIRED: 'blocked',
  BAD_CAPTCHA: 'blocked',
  NO_API: 'blocked',
  THREAD_LOCKED: 'blocked',
  TOO_OLD: 'blocked',
})

/** Returns the class of a network error code. An unknown code counts as a content error. */
export const classOfForumCode = (code: string): FailureClass => classes.get(code) ?? 'fix_content'

/** Returns the text only if it looks like a code, because codes are logged. */
const toCode = (given: string | null | undefined): string | undefined =>
  given && /^[A-Z][A-Z0-9_]{1,79}$/.test(given) ? given : undefined

const defaultWait: Readonly<Record<string, number>> = { QUOTA_FILLED: 3_600, CONFLICT: 30 }
const unitSeconds: Readonly<Record<string, number>> = {
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3_600,
}

/**
 * Returns the seconds until the network accepts a post again: the network's figure, else the time
 * in its message, else ten minutes.
 */
export function secondsToWait(
  code: string,
  sentence: string,
  ratelimit: number | undefined,
): number {
  if (ratelimit !== undefined && ratelimit > 0) return Math.ceil(ratelimit)
  const [, count, unit = ''] =
    /(?<!\d)(\d+) (millisecond|second|minute|hour)s?\b/.exec(sentence) ?? []
  if (count !== undefined) return Math.max(1, Math.ceil(Number(count) * (unitSeconds[unit] ?? 60)))
  return defaultWait[code] ?? 600
}

export const forumnetError = errorReader({
  success: 'no stated error',
  stated({ status, headers, json }, { creates }) {
    const listing = Listing.safeParse(json).data
    const first = listing?.json.errors[0]
    if (listing !== undefined && first !== undefined) {
      const [given, words] = first
      const code = toCode(given) ?? 'UNKNOWN'
      const kind = classOfForumCode(code)
      const message = words || given
      return {
        class: kind,
        code,
        message,
        retryAfter:
          kind === 'retry' ? secondsToWait(code, message, listing.json.ratelimit) : undefined,
        // "Take a break for nine minutes" applies to all posts of the account.
        usedUp: code === 'RATELIMIT' ? 'account' : undefined,
      }
    }
    if (status >= 200 && status < 300) return undefined
    const { reason, explanation, message } = Plain.safeParse(json).data ?? {}
    const code = toCode(reason)
    const stated = { code, message: explanation || reason || message || undefined }
    if (status === 401) return stated
    if (status === 429)
      return { ...stated, retryAfter: Number(headers['x-ratelimit-reset']) || undefined }
    // RFC 6750, 3.1: the token is valid but lacks a permission.
    if (
      status === 403 &&
      String(headers['www-authenticate'] ?? '').includes('insufficient_scope')
    ) {
      return { class: 'reconnect', code, message: 'A permission is missing' }
    }
    if (status === 403) return { ...stated, class: 'blocked' }
    if (status >= 400 && status < 500) return { ...stated, class: classOfForumCode(String(code)) }
    // The network or a proxy failed, so it is unknown whether a post was made.
    return { ...stated, class: creates ? 'unknown' : 'retry' }
  },
})
