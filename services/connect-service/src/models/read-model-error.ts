import { APICallError } from 'ai'
import { z } from 'zod'
import { ModelError } from '../calls/model-error.ts'
import { parsedJson } from '../network/parsed-json.ts'
import { scrub } from '../network/sent-secrets.ts'
import { boundedWait } from '../network/stated-time.ts'
import { AnswerTooLong } from './bounded-fetch.ts'

const Body = z.object({
  error: z.object({
    message: z.string().optional().catch(undefined),
    code: z.union([z.string(), z.number()]).nullish().catch(null),
    type: z.string().nullish().catch(null),
  }),
})

/** The account at the provider has no money left. Waiting does not help. */
const spentCodes: ReadonlySet<unknown> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
])

/** Converts any model call error to a `ModelError`. No error text contains the key. */
export function readModelError(error: unknown, apiKey: string, now: Date): ModelError {
  if (error instanceof ModelError) return error
  if (causes(error).some((cause) => cause instanceof AnswerTooLong)) {
    return new ModelError('provider_refused', 'The model’s response is too long to read')
  }
  if (isAbort(error)) return new ModelError('unavailable', 'The model did not respond in time')
  if (!APICallError.isInstance(error) || error.statusCode === undefined) {
    return new ModelError('unavailable', 'The model provider cannot be reached', {
      transient: true,
    })
  }
  const { statusCode: status, responseHeaders: headers = {} } = error
  const stated = Body.safeParse(error.data ?? parsedJson(error.responseBody ?? '')).data?.error
  const words = scrub(stated?.message || `The model provider responded with status ${status}`, [
    apiKey,
  ])
  const retryAfter = statedWait(headers, now)
  if (status === 402 || spentCodes.has(stated?.code) || spentCodes.has(stated?.type)) {
    return new ModelError('key_refused', `The credit at the model provider is used up: ${words}`)
  }
  if (status === 401) {
    return new ModelError('key_refused', `The model provider refuses the key: ${words}`, {
      keyEnded: true,
    })
  }
  if (status === 429) return new ModelError('rate_limited', words, { retryAfter, transient: true })
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ModelError('unavailable', words, { retryAfter, transient: true })
  }
  // A successful response that cannot be read.
  if (status < 400) {
    const message = 'The model provider’s response could not be read'
    return new ModelError('unavailable', message, { transient: true })
  }
  return new ModelError('provider_refused', words)
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let cause = error; cause instanceof Error && found.length < 5; cause = cause.cause)
    found.push(cause)
  return found
}

const isAbort = (error: unknown): boolean =>
  causes(error).some(
    (cause) =>
      cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError'),
  )

/**
 * Returns the seconds to wait, from `retry-after-ms`, `retry-after` (RFC 9110, 10.2.3) or
 * `x-ratelimit-reset-requests` (`1m30s`).
 */
export function statedWait(
  headers: Readonly<Record<string, string>>,
  now: Date,
): number | undefined {
  const millis = Number(headers['retry-after-ms'] || Number.NaN)
  if (millis > 0) return boundedWait(millis / 1_000)
  const after = headers['retry-after'] ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(after)
    ? Number(after)
    : (Date.parse(after) - now.getTime()) / 1_000
  return (
    boundedWait(seconds) ||
    boundedWait(durationSeconds(headers['x-ratelimit-reset-requests'] ?? '')) ||
    undefined
  )
}

function durationSeconds(text: string): number {
  const parts =
    /^(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,5}(?:\.\d{1,3})?)s)?(?:(\d{1,6})ms)?$/.exec(text)
  const [, hours = '0', minutes = '0', seconds = '0', millis = '0'] = parts ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(millis) / 1_000
}
