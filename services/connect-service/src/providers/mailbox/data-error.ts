import { z } from 'zod'
import { errorReader } from '../../network/read-error.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string().catch('No reason given'),
    status: z.string().optional().catch(undefined),
    errors: z
      .array(z.object({ reason: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
})

/** The reasons for a used-up rate limit. The status is 403 or 429. */
const usedUp = new Set<unknown>([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'RESOURCE_EXHAUSTED',
])
const dayIsUsedUp = new Set<unknown>(['dailyLimitExceeded', 'quotaExceeded'])
const dayPauseSeconds = 3_600

/** Reads errors of the mail, calendar and drive APIs by status and reason. */
export const dataError = errorReader({
  // The response to labelling has no body.
  success: 'any body',
  stated({ status, json }) {
    const error = ErrorBody.safeParse(json).data?.error
    if (error === undefined) return undefined
    const { message } = error
    const reason = error.errors?.[0]?.reason ?? error.status
    if (status === 401) return { message }
    if (status === 429 || usedUp.has(reason)) {
      return {
        class: 'retry',
        code: status,
        message: 'The provider asks us to wait',
        usedUp: 'account',
      }
    }
    if (status === 403 && dayIsUsedUp.has(reason)) {
      const retryAfter = dayPauseSeconds
      return { class: 'retry', code: status, message, usedUp: 'account', retryAfter }
    }
    if (status === 403) {
      return {
        class: 'blocked',
        code: status,
        message: `The account does not allow this: ${message}`,
      }
    }
    return { class: status >= 500 ? 'retry' : 'blocked', code: status, message }
  },
})
