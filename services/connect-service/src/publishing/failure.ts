import type { PublishFailure } from '@atrium/contracts'
import { NetworkError } from '../network/network-error.ts'
import { boundedWait } from '../network/stated-time.ts'

/** Seconds until a retry if the network names no wait. */
export const unsaidWait = 60

const fixes = {
  retry: null,
  reconnect: 'Reconnect the account on the accounts page',
  fix_content: 'Change the post and approve it again',
  blocked: 'The network has blocked this. Check the account there.',
} as const

/** Builds a failure message for users, with the page where they can fix the problem. */
export function toFailure(
  dashboardUrl: string,
  kind: PublishFailure['class'],
  reason: string,
  retryAfter = unsaidWait,
): PublishFailure {
  const reconnects = kind === 'reconnect'
  const message = `${reconnects ? 'Reconnect the account: ' : ''}${reason}`.slice(0, 500)
  const fix = reconnects ? `${fixes.reconnect}: ${dashboardUrl}/channels` : fixes[kind]
  const wait = kind === 'retry' ? { retryAfterSeconds: Math.max(1, boundedWait(retryAfter)) } : {}
  return { class: kind, message, fix, ...wait }
}

/**
 * Converts a thrown network error to a failure. Returns undefined if the outcome is unknown.
 * Rethrows all other errors.
 */
export function failureOfError(dashboardUrl: string, error: unknown): PublishFailure | undefined {
  if (!(error instanceof NetworkError)) throw error
  if (error.class === 'unknown') return undefined
  return toFailure(dashboardUrl, error.class, error.message, error.retryAfter)
}
