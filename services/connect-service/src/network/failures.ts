import type { NetworkAnswer } from './call-network.ts'
import { NetworkError } from './network-error.ts'
import { boundedWait } from './stated-time.ts'

/** How the error in an answer is read. */
export interface Reading {
  /** Whether the call may have had an effect that must not happen twice. */
  creates: boolean
  /** Taken out of the network's words. */
  secrets: readonly string[]
  now: Date
}

/** Seconds of a Retry-After header (RFC 9110, 10.2.3), which is a number or a date. */
export function retryAfterSeconds(answer: NetworkAnswer, now: Date): number | undefined {
  const header = String(answer.headers['retry-after'] ?? '')
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1_000
  return boundedWait(seconds) || undefined
}

/** The network refuses the token itself. */
export const tokenRefused = (
  message = 'The network refused the token',
  code: number | string = 401,
): NetworkError => new NetworkError({ class: 'reconnect', code, tokenInvalid: true, message })

/** The rate of the account is used up. */
export const askedToWait = (retryAfter: number | undefined, code: number | string = 429): NetworkError =>
  new NetworkError({
    class: 'retry',
    code,
    message: 'The network asks to wait',
    retryAfter,
    usedUp: 'account',
  })

/** Neither a success nor an error of the network: the effect of a creating call is unknown. */
export const unreadable = (
  { status }: NetworkAnswer,
  creates: boolean,
  retryAfter?: number | undefined,
): NetworkError =>
  new NetworkError({
    class: creates ? 'unknown' : 'retry',
    code: status,
    message: `The network answered ${status} with something that cannot be read`,
    retryAfter,
  })
