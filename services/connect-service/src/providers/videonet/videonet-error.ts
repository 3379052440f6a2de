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

const ErrorBody = z.looseObject({
  error: z.looseObject({
    message: z.string().default('No reason given'),
    errors: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

const byReason: Readonly<Record<string, FailureClass>> = {
  quotaExceeded: 'retry',
  dailyLimitExceeded: 'retry',
  rateLimitExceeded: 'retry',
  userRateLimitExceeded: 'retry',
  uploadLimitExceeded: 'retry',
  backendError: 'retry',
  internalError: 'retry',
  commentsDisabled: 'fix_content',
  authError: 'reconnect',
  insufficientPermissions: 'reconnect',
  forbidden: 'reconnect',
  accountDelegationForbidden: 'blocked',
  authenticatedUserAccountClosed: 'blocked',
  authenticatedUserAccountSuspended: 'blocked',
  channelClosed: 'blocked',
  channelSuspended: 'blocked',
  youtubeSignupRequired: 'blocked',
  accessNotConfigured: 'blocked',
  ineligibleAccount: 'blocked',
}

const daily = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const rates = new Set([...daily, 'rateLimitExceeded', 'userRateLimitExceeded'])
const uploadLimitSeconds = 21_600

/** Seconds until the video platform's quotas are given anew: at midnight Pacific time, as it documents. */
export function secondsToQuota(now: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Los_Angeles',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(now)
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return 86_400 - (hours * 3_600 + minutes * 60 + seconds)
}

function classOf(reason: string | undefined, status: number): FailureClass {
  const known = reason === undefined ? undefined : byReason[reason]
  if (known !== undefined) return known
  if (status === 401 || status === 403) return 'reconnect'
  return status === 429 || status >= 500 ? 'retry' : 'fix_content'
}

/**
 * The error in an answer of the video platform, or undefined for a success. It is judged by its reason and status,
 * never by its words; `secrets` are taken out of those.
 */
export function videonetError(
  answer: NetworkAnswer,
  { creates, secrets, now }: Reading,
): NetworkError | undefined {
  const { status } = answer
  if (status >= 200 && status < 300 && answer.json !== undefined) return undefined
  const asked = retryAfterSeconds(answer, now)
  const body = ErrorBody.safeParse(answer.json)
  if (!body.success) {
    if (status === 401) return tokenRefused()
    return status === 429 ? askedToWait(asked) : unreadable(answer, creates, asked)
  }
  const reason = body.data.error.errors[0]?.reason
  const said = scrub(body.data.error.message, secrets)
  // A creating call that failed inside the network may have had its effect.
  const kind = creates && status >= 500 ? 'unknown' : classOf(reason, status)
  const waits = reason === undefined ? undefined : waitOf(reason, now)
  const limited = reason === undefined ? status === 429 : rates.has(reason)
  return new NetworkError({
    class: kind,
    code: reason ?? status,
    tokenInvalid: status === 401 && kind === 'reconnect',
    message: said,
    retryAfter: asked ?? waits,
    usedUp: limited ? 'account' : undefined,
  })
}

function waitOf(reason: string, now: Date): number | undefined {
  if (daily.has(reason)) return secondsToQuota(now)
  return reason === 'uploadLimitExceeded' ? uploadLimitSeconds : undefined
}
