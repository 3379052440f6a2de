import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import {
  askedToWait,
  type Reading,
  retryAfterSeconds,
  tokenRefused,
  unreadable,
} from '../../network/failures.ts'
import { type FailureClass, NetworkError } from '../../network/network-error.ts'
import { scrub } from '../../network/scrub.ts'

/** One error of `json.errors`: its code, the network's words and the field that it is about. */
const Listed = z.tuple([z.string(), z.string().nullish()], z.unknown())
const Listing = z.looseObject({
  json: z.looseObject({ errors: z.array(Listed), ratelimit: z.number().optional().catch(undefined) }),
})
/** What comes with a status of 400 and above. */
const Plain = z.looseObject({
  reason: z.string().nullish(),
  explanation: z.string().nullish(),
  message: z.string().nullish(),
})

const classes: ReadonlyMap<string, FailureClass> = new Map(
  Object.entries({
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
  } as const),
)

/** What an error code of the network means; one that is not known is about what was sent. */
export const classOfForumCode = (code: string): FailureClass => classes.get(code) ?? 'fix_content'

/** A code goes into the log, and only what looks like one does. */
const codeOf = (given: string | null | undefined): string | undefined =>
  given && /^[A-Z][A-Z0-9_]{1,79}$/.test(given) ? given : undefined

const defaultWait: Readonly<Record<string, number>> = { QUOTA_FILLED: 3_600, CONFLICT: 30 }
const unitSeconds: Readonly<Record<string, number>> = {
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3_600,
}

/** Seconds until the network takes a post again: its own figure, else the one in its words, else ten minutes. */
export function secondsToWait(code: string, said: string, ratelimit: number | undefined): number {
  if (ratelimit !== undefined && ratelimit > 0) return Math.ceil(ratelimit)
  const [, count, unit = ''] = /(?<!\d)(\d+) (millisecond|second|minute|hour)s?\b/.exec(said) ?? []
  if (count !== undefined) return Math.max(1, Math.ceil(Number(count) * (unitSeconds[unit] ?? 60)))
  return defaultWait[code] ?? 600
}

/** The error in an answer of the forum network, or undefined for a success. */
export function forumnetError(answer: NetworkAnswer, reading: Reading): NetworkError | undefined {
  const { status, json } = answer
  const listing = Listing.safeParse(json)
  const first = listing.success ? listing.data.json.errors[0] : undefined
  if (listing.success && first !== undefined) {
    const [given, words] = first
    const code = codeOf(given) ?? 'UNKNOWN'
    const kind = classOfForumCode(code)
    const said = scrub(words || given, reading.secrets)
    return new NetworkError({
      class: kind,
      code,
      message: said,
      retryAfter: kind === 'retry' ? secondsToWait(code, said, listing.data.json.ratelimit) : undefined,
      // "Take a break for nine minutes" is about everything that this account posts.
      usedUp: code === 'RATELIMIT' ? 'account' : undefined,
    })
  }
  if (status >= 200 && status < 300)
    return json === undefined ? unreadable(answer, reading.creates) : undefined
  return errorOfStatus(answer, reading)
}

function errorOfStatus(answer: NetworkAnswer, { creates, secrets, now }: Reading): NetworkError {
  const { status } = answer
  const plain = Plain.safeParse(answer.json)
  const { reason, explanation, message } = plain.success ? plain.data : {}
  const said = scrub(explanation || reason || message || `The network answered ${status}`, secrets)
  const code = codeOf(reason) ?? status
  if (status === 401) return tokenRefused(said, code)
  if (status === 403) {
    // RFC 6750, 3.1: the token is good, what it may do is too little.
    const scope = String(answer.headers['www-authenticate'] ?? '').includes('insufficient_scope')
    return scope
      ? new NetworkError({ class: 'reconnect', code, message: 'A permission is missing' })
      : new NetworkError({ class: 'blocked', code, message: said })
  }
  if (status === 429) {
    const reset = Number(answer.headers['x-ratelimit-reset'])
    return askedToWait(retryAfterSeconds(answer, now) ?? (reset > 0 ? reset : undefined), code)
  }
  if (status >= 400 && status < 500) {
    return new NetworkError({ class: classOfForumCode(String(code)), code, message: said })
  }
  // Its own trouble, or a proxy's: whether a post was made cannot be known.
  return new NetworkError({ class: creates ? 'unknown' : 'retry', code, message: said })
}
