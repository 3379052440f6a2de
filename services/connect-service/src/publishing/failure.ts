import type { PublishFailure } from '@atrium/contracts'
import { NetworkError } from '../network/network-error.ts'
import { boundedWait } from '../network/stated-time.ts'

/** Seconds until what a network refused for now is tried again, when it does not say. */
export const unsaidWait = 60

const fixes = {
  retry: null,
  reconnect: 'Reconnect the account on the channels page',
  fix_content: 'Change the post and approve it again',
  blocked: 'The network has blocked this; look at the account there',
} as const

/** A failure as a person reads it, with the page where it can be mended. */
export function failureOf(
  dashboardUrl: string,
  init: Pick<NetworkError, 'message' | 'retryAfter'> & { class: PublishFailure['class'] },
): PublishFailure {
  const fix = fixes[init.class]
  const lead = init.class === 'reconnect' ? 'Reconnect the account: ' : ''
  return {
    class: init.class,
    message: `${lead}${init.message}`.slice(0, 500),
    fix: init.class === 'reconnect' ? `${fix}: ${dashboardUrl}/channels` : fix,
    ...(init.class === 'retry'
      ? { retryAfterSeconds: Math.max(1, boundedWait(init.retryAfter ?? unsaidWait)) }
      : {}),
  }
}

/** The failure of a thrown error, or undefined when the outcome is unknown. Other errors are thrown on. */
export function failureOfError(dashboardUrl: string, error: unknown): PublishFailure | undefined {
  if (!(error instanceof NetworkError)) throw error
  if (error.class === 'unknown') return undefined
  return failureOf(dashboardUrl, { ...error, class: error.class, message: error.message })
}
