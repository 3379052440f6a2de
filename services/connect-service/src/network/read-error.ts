import { z } from 'zod'
import type { NetworkAnswer } from './call-network.ts'
import { type FailureClass, type FailureDetails, NetworkError } from './network-error.ts'
import { scrub } from './sent-secrets.ts'
import { retryAfterSeconds } from './stated-time.ts'

/** The call whose answer is read. */
export interface Reading {
  /** Whether the call may have had an effect that must not happen twice. */
  creates: boolean
  /** Removed from the network's words. */
  secrets: readonly string[]
  now: Date
}

/** The error in a body: `class` is undefined where the status decides, `message` where the network gives none. */
export interface StatedError extends FailureDetails {
  class?: FailureClass | undefined
  message?: string | undefined
}

/** The differences between the errors of networks. */
export interface ErrorRules {
  /** The error in an answer's body; undefined for a body without one. */
  stated(answer: NetworkAnswer, reading: Reading): StatedError | undefined
  /** The class of a stated error without one, for a status from 400 to 499; `fix_content` for the rest. */
  statuses?: Readonly<Record<number, FailureClass>>
  /** Seconds that the network's own headers name. */
  wait?(answer: NetworkAnswer, now: Date): number | undefined
  /** The condition for a success beside a status of 2xx; a JSON body by default. */
  success?: 'any body' | 'no stated error'
}

/** A table by a network's words, of which none is a property that every object has. */
export const byWord = <V>(entries: Readonly<Record<string, V>>): ReadonlyMap<string, V> =>
  new Map(Object.entries(entries))

const Words = z.union([
  z.string(),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

/** A provider's words: the text in a field, or the `message` of the object there. */
export const wordsIn = (json: unknown, field: string): string | undefined =>
  z.object({ [field]: Words }).safeParse(json).data?.[field]

export const tokenRefused = (
  message = 'The network refused the token',
  code: number | string = 401,
) => new NetworkError('reconnect', message, { code, tokenInvalid: true })

export const askedToWait = (retryAfter: number | undefined, code: number | string = 429) =>
  new NetworkError('retry', 'The network asks to wait', { code, retryAfter, usedUp: 'account' })

/** Neither a success nor an error of the network: the effect of a creating call is unknown. */
const unreadable = ({ status }: NetworkAnswer, creates: boolean, retryAfter: number | undefined) =>
  new NetworkError(
    creates ? 'unknown' : 'retry',
    `The network answered ${status} with something that cannot be read`,
    { code: status, retryAfter },
  )

/** Reads the error in an answer of a network; undefined for a success. */
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
    const message = scrub(words || `The network answered ${status}`, secrets)
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
    // An overloaded network with a message of its own took nothing. A proxy's answer proves nothing.
    return status === 503 && words ? fail('retry') : unreadable(answer, creates, retryAfter)
  }
