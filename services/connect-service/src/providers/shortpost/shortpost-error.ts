import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import type { FailureClass } from '../../network/network-error.ts'
import { errorReader, toLookup } from '../../network/read-error.ts'

const text = z.string().optional().catch(undefined)
/** The network's problem document, or the older list of errors with numeric codes. */
const Problem = z.object({
  title: text,
  detail: text,
  type: text,
  errors: z
    .array(z.object({ message: text, code: z.number().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
})

// Keyed by the last segment of a problem's `type`.
const problemClasses = toLookup<FailureClass>({
  'usage-capped': 'blocked',
  'client-forbidden': 'blocked',
  'client-disconnected': 'blocked',
  'unsupported-authentication': 'blocked',
  'not-authorized-for-resource': 'blocked',
  'oauth1-permissions': 'reconnect',
  'invalid-request': 'fix_content',
})
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

const secondsUntil = (reset: number, now: Date): number => Math.ceil(reset - now.getTime() / 1_000)

/**
 * Returns the seconds until the rate window resets, from the used-up header with the longest wait.
 * Returns undefined if no window is used up.
 */
export function rateReset({ headers }: NetworkAnswer, now: Date): number | undefined {
  const waits = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'].flatMap((name) => {
    const reset = Number(headers[`${name}-reset`])
    const usedUp = Number(headers[`${name}-remaining`] ?? Number.NaN) === 0 && reset > 0
    return usedUp ? [secondsUntil(reset, now)] : []
  })
  return waits.length === 0 ? undefined : Math.max(1, ...waits)
}

export const shortpostError = errorReader({
  stated({ status, json }, { creates }) {
    const problem = Problem.safeParse(json).data
    if (status === 401) return { message: 'the network no longer accepts the token' }
    if (problem === undefined) return undefined
    const first = problem.errors?.[0]
    const message = [problem.detail ?? problem.title, first?.message].filter(Boolean).join(' ')
    if (status < 400 || status >= 500) return { message }
    const kind = problemClasses.get(problem.type?.split('/').at(-1) ?? '')
    if (status === 429) return { class: kind, message, usedUp: 'account' }
    // When sending, a 403 concerns the content: a repeated post, a text that is too long, or a post
    // without replies. Otherwise a permission is missing.
    const forbidden = creates ? 'fix_content' : 'reconnect'
    const old = oldClasses[first?.code ?? 0]
    return {
      class: kind ?? old ?? (status === 403 ? forbidden : undefined),
      code: first?.code,
      message,
    }
  },
  statuses: { 402: 'blocked', 408: 'retry' },
  wait(answer, now) {
    if (answer.status !== 429) return undefined
    // A 429 without a remaining count still states when its window resets.
    const reset = Number(answer.headers['x-rate-limit-reset'])
    return rateReset(answer, now) ?? (reset > 0 ? Math.max(1, secondsUntil(reset, now)) : undefined)
  },
})
