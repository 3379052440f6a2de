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

/** A problem document of the network, or the older list of errors with a number each. */
const Problem = z.looseObject({
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  errors: z
    .array(
      z.looseObject({
        message: z.string().optional().catch(undefined),
        code: z.number().optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
})

// The last segment of a problem's `type`.
const problemClasses: Readonly<Record<string, FailureClass>> = {
  'usage-capped': 'blocked',
  'client-forbidden': 'blocked',
  'client-disconnected': 'blocked',
  'unsupported-authentication': 'blocked',
  'not-authorized-for-resource': 'blocked',
  'oauth1-permissions': 'reconnect',
  'invalid-request': 'fix_content',
}
const oldClasses: Readonly<Record<number, FailureClass>> = {
  32: 'reconnect',
  64: 'blocked',
  88: 'retry',
  89: 'reconnect',
  130: 'retry',
  131: 'retry',
  185: 'retry',
  186: 'fix_content',
  187: 'fix_content',
  226: 'blocked',
  261: 'blocked',
  324: 'fix_content',
  326: 'blocked',
}

/** Seconds until the rate window ends, by the header with the longest wait that is used up; undefined when unsaid. */
export function rateReset({ headers }: NetworkAnswer, now: Date): number | undefined {
  const waits = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'].flatMap((name) => {
    const reset = Number(headers[`${name}-reset`])
    if (Number(headers[`${name}-remaining`] ?? Number.NaN) !== 0 || !(reset > 0)) return []
    return [Math.ceil(reset - now.getTime() / 1_000)]
  })
  return waits.length === 0 ? undefined : Math.max(1, ...waits)
}

/** The error in an answer of the short-post network, or undefined for a success. */
export function shortpostError(answer: NetworkAnswer, reading: Reading): NetworkError | undefined {
  const { status } = answer
  const { creates, secrets, now } = reading
  if (status >= 200 && status < 300 && answer.json !== undefined) return undefined
  const parsed = Problem.safeParse(answer.json)
  const problem = parsed.success ? parsed.data : undefined
  const kind = problem?.type?.split('/').at(-1) ?? ''
  const first = problem?.errors?.[0]
  const told = [problem?.detail ?? problem?.title, first?.message].filter(Boolean).join(' ')
  const said = scrub(told || `The network answered ${status}`, secrets)
  if (status === 401) return tokenRefused('the network no longer accepts the token')
  if (status === 429 && problemClasses[kind] === undefined) {
    return askedToWait(rateReset(answer, now) ?? resetOf(answer, now) ?? retryAfterSeconds(answer, now))
  }
  if (problem !== undefined && status >= 400 && status < 500) {
    return new NetworkError({
      class: problemClasses[kind] ?? oldClasses[first?.code ?? 0] ?? classOfStatus(status, creates),
      code: first?.code ?? status,
      message: said,
      usedUp: status === 429 ? 'account' : undefined,
    })
  }
  const retryAfter = retryAfterSeconds(answer, now)
  // Its own words that it is overloaded: it took nothing. Of anything else nobody knows.
  const refused = status === 503 && (problem?.title !== undefined || first !== undefined)
  return refused
    ? new NetworkError({ class: 'retry', code: status, message: said, retryAfter })
    : unreadable(answer, creates, retryAfter)
}

// A 429 whose remaining count was left out still says when its window ends.
function resetOf({ headers }: NetworkAnswer, now: Date): number | undefined {
  const reset = Number(headers['x-rate-limit-reset'])
  return reset > 0 ? Math.max(1, Math.ceil(reset - now.getTime() / 1_000)) : undefined
}

/**
 * What a refusal without a kind of its own means. A 403 at sending is about what was sent: the same text again, a
 * text that is too long, a post that cannot be answered. Elsewhere it is a permission.
 */
function classOfStatus(status: number, creates: boolean): FailureClass {
  if (status === 402) return 'blocked'
  if (status === 403) return creates ? 'fix_content' : 'reconnect'
  return status === 408 ? 'retry' : 'fix_content'
}
