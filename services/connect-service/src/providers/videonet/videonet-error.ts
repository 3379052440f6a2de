import { z } from 'zod'
import type { FailureClass } from '../../network/network-error.ts'
import { errorReader, toLookup } from '../../network/read-error.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string().default('No reason given'),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

const classes = toLookup<FailureClass>({
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
})

const rates = new Set([
  'quotaExceeded',
  'dailyLimitExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
])
/** Seconds to wait if the network names no wait. */
const waits = toLookup<(now: Date) => number>({
  quotaExceeded: secondsToQuota,
  dailyLimitExceeded: secondsToQuota,
  uploadLimitExceeded: () => 21_600,
})

/** Returns the seconds until the video platform resets its quotas at midnight Pacific time. */
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

/** Classifies by reason and status, never by the message. */
export const videonetError = errorReader({
  stated({ status, json }, { creates, now }) {
    const body = ErrorBody.safeParse(json).data
    if (body === undefined) return undefined
    const code = body.error.errors[0]?.reason
    const ofStatus = status === 429 || status >= 500 ? 'retry' : 'fix_content'
    const errorClass =
      classes.get(code ?? '') ?? (status === 401 || status === 403 ? 'reconnect' : ofStatus)
    // A creating call that failed inside the network may still have taken effect.
    const kind = creates && status >= 500 ? 'unknown' : errorClass
    return {
      class: kind,
      code,
      tokenInvalid: status === 401 && kind === 'reconnect',
      message: body.error.message,
      retryAfter: waits.get(code ?? '')?.(now),
      usedUp: (code === undefined ? status === 429 : rates.has(code)) ? 'account' : undefined,
    }
  },
})
