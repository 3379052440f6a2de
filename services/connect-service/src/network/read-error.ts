import { z } from 'zod'
import type { NetworkAnswer } from './call-network.ts'
import { type FailureClass, type FailureDetails, NetworkError } from './network-error.ts'
import { scrub } from './sent-secrets.ts'
import { retryAfterSeconds } from './stated-time.ts'

export interface Reading {
  /** True if the call may have had an effect that must not happen twice. */
  creates: boolean
  /** Removed from the network's message. */
  secrets: readonly string[]
  now: Date
}

/**
 * The error in a response body. `class` is undefined if the status decides. `message` is undefined
 * if the network gives none.
 */
export interface StatedError extends FailureDetails {
  class?: FailureClass | undefined
  message?: string | undefined
}

/** How one network reports errors. */
export interface ErrorRules {
  stated(answer: NetworkAnswer, reading: Reading): StatedError | undefined
  /**
   * The error class by status (400 to 499), for errors without a class. The default is
   * `fix_content`.
   */
  statuses?: Readonly<Record<number, FailureClass>>
  /** Returns the wait in seconds from headers that only this network sends. */
  wait?(answer: NetworkAnswer, now: Date): number | undefined
  /** The condition for success in addition to a 2xx status. The default is a JSON body. */
  success?: 'any body' | 'no stated error'
}

/**
 * Builds a lookup by a network's codes. It is a `Map`, so a code like `constructor` finds no
 * inherited property.
 */
export const toLookup = <V>(entries: Readonly<Record<string, V>>): ReadonlyMap<string, V> =>
  new Map(Object.entries(entries))

const Words = z.union([
  z.string(),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

/** Returns the message in a field: the text itself, or the `message` of an object. */
export const wordsIn = (json: unknown, field: string): string | undefined =>
  z.object({ [field]: Words }).safeParse(json).data?.[field]

export const tokenRefused = (
  message = 'The network refused the token',
  code: number | string = 401,
) => new NetworkError('reconnect', message, { code, tokenInvalid: true })

export const askedToWait = (retryAfter: number | undefined, code: number | string = 429) =>
  new NetworkError('retry', 'The network asks us to wait', { code, retryAfter, usedUp: 'account' })

/**
 * The response is neither a success nor a network error, so a creating call's effect is unknown.
 */
const unreadable = ({ status }: NetworkAnswer, creates: boolean, retryAfter: number | undefined) =>
  new NetworkError(
    creates ? 'unknown' : 'retry',
    `The network responded with status ${status}, and the response could not be read`,
    { code: status, retryAfter },
  )

/** Returns the error in a network response, or undefined if the call succeeded. */
export type ReadError = (answer: NetworkAnswer, reading: Reading) => NetworkError | undefined

export const errorReader =
  (rules: ErrorRules): ReadError =>
  (answer, reading) => {
    const { status, json } = answer
    const { creates, secrets, now } = reading
    const stated = rules.stated(answer, reading)
    const readable = rules.success === 'any body' || json !== undefined
    const clean = rules.success !== 'no stated error' || stated === undefined
    if (status >= 200 && status < 300 && readable && clean) return undefined
    const { class: kind, code = status, message: words } = stated ?? {}
    const message = scrub(words || `The network responded with status ${status}`, secrets)
    const retryAfter =
      rules.wait?.(answer, now) ?? retryAfterSeconds(answer, now) ?? stated?.retryAfter
    const fail = (failure: FailureClass) =>
      new NetworkError(failure, message, { ...stated, code, retryAfter })
    if (kind !== undefined) return fail(kind)
    if (status === 401) return tokenRefused(words ? message : undefined, code)
    if (status === 429) return askedToWait(retryAfter, code)
    if (stated !== undefined && status >= 400 && status < 500) {
      return fail(rules.statuses?.[status] ?? 'fix_content')
    }
    // A 503 with the network's own message means that an overloaded network did nothing. A 503 from
    // a proxy proves nothing.
    return status === 503 && words ? fail('retry') : unreadable(answer, creates, retryAfter)
  }
