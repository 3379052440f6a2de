import { type GuardedAnswer, OutboundError } from '@atrium/outbound-guard'

/** Idempotent methods (RFC 9110, 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const longestWaitMs = 120_000
const firstWaitMs = 1_000

export type Attempt = { answer: Pick<GuardedAnswer, 'status' | 'headers'> } | { error: unknown }

/**
 * True if the same request may succeed later: any method after 429, and only idempotent methods
 * after 5xx or a broken connection.
 */
export function isRepeatable(method: string, attempt: Attempt): boolean {
  if ('error' in attempt) {
    const { error } = attempt
    const broken =
      error instanceof OutboundError && (error.code === 'failed' || error.code === 'timeout')
    return broken && repeatable.has(method)
  }
  const { status } = attempt.answer
  return status === 429 || (status >= 500 && repeatable.has(method))
}

/** Returns the milliseconds until the next attempt, or undefined if there is none. */
export function retryInMs(
  method: string,
  attempt: Attempt,
  made: number,
  now: number,
): number | undefined {
  if (!isRepeatable(method, attempt)) return undefined
  const hint = 'answer' in attempt ? hintMs(attempt.answer.headers['retry-after'], now) : undefined
  if (hint !== undefined) return hint <= longestWaitMs ? hint : undefined
  return firstWaitMs * 2 ** (made - 1)
}

// RFC 9110, 10.2.3: the header holds seconds or a date.
function hintMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined || text.length > 100) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1_000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
