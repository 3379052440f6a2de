import { z } from 'zod'
import type { NetworkAnswer } from '../../network/call-network.ts'
import { type Reading, retryAfterSeconds, tokenRefused } from '../../network/failures.ts'
import { NetworkError } from '../../network/network-error.ts'
import { scrub } from '../../network/scrub.ts'

// Identity answers in the form of RFC 6749, the APIs with an object of their own.
const Words = z.union([
  z
    .looseObject({ error: z.string(), error_description: z.string() })
    .transform((body) => body.error_description),
  z.looseObject({ error: z.looseObject({ message: z.string() }) }).transform((body) => body.error.message),
  z.looseObject({ error: z.string() }).transform((body) => body.error),
])

/**
 * The error in an answer of the mailbox provider's APIs, or undefined for a success. It is judged by its status.
 */
export function mailboxError(
  answer: NetworkAnswer,
  { secrets, now }: Pick<Reading, 'secrets' | 'now'>,
): NetworkError | undefined {
  const { status } = answer
  if (status >= 200 && status < 300 && answer.json !== undefined) return undefined
  const words = Words.safeParse(answer.json)
  const said = words.success ? scrub(words.data, secrets) : undefined
  if (status === 401) return tokenRefused(said)
  if (status === 403) {
    const message = `The account does not allow this: ${said ?? 'no reason given'}`
    return new NetworkError({ class: 'blocked', code: status, message })
  }
  return new NetworkError({
    class: 'retry',
    code: status,
    message: status === 429 ? 'The network asks to wait' : `The network answered ${status}`,
    retryAfter: retryAfterSeconds(answer, now),
  })
}
