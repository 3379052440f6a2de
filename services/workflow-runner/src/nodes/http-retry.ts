import { type GuardedAnswer, OutboundError } from '@atrium/outbound-guard'

/** Idempotent methods (RFC 9110, 9.2.2). */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const longestWaitMs = 120_000
const firstWaitMs = 1_000

export type Attempt = { answer: Pick<GuardedAnswer, 'status' | 'headers'> } | { error: unknown }

/**
 * Returns the milliseconds until the next attempt, or undefined if there is none. After 429, every
 * method gets another attempt. After 5xx or a broken connection, only idempotent methods do.
 */
export function retryInMs(
  method: string,
  attempt: Attempt,
  made: number,
  now: number,
): number | undefined {
  if ('error' in attempt) {
    const { error } = attempt
    const broken =
      error instanceof OutboundError && (error.code === 'failed' || error.code === 'timeout')
    return broken && repeatable.has(method) ? firstWaitMs * 2 ** (made - 1) : undefined
  }
  const { status, headers } = attempt.answer
  if (status !== 429 && !(status >= 500 && repeatable.has(method))) return undefined
  const hint = hintMs(headers['retry-after'], now)
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
