import { randomUUID } from 'node:crypto'
import { AppError, processorErrors } from '@atrium/contracts'
import pRetry from 'p-retry'
import Stripe from 'stripe'
import type { z } from 'zod'
import { ProcessorRefusal } from '../processor.ts'

/**
 * Creates the client, for `apiUrl` if given (an origin, because paths start with `/v1/`). It does
 * not retry when there was a response.
 */
export function createStripeClient(
  secretKey: string,
  apiUrl: string | undefined,
  timeoutMs: number,
): Stripe {
  const at = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: 'atrium' },
    ...(at === undefined
      ? {}
      : {
          host: at.hostname,
          port: at.port === '' ? (at.protocol === 'http:' ? 80 : 443) : Number(at.port),
          protocol: at.protocol === 'http:' ? 'http' : 'https',
        }),
  })
}

/**
 * Runs a request and parses its response. Throws `unavailable` if the outcome is unknown (no
 * response, 5xx, 429, a key in use for four seconds, an unexpected shape), `processor_refused`, and
 * `processor_failed_before` if the provider repeats a cached failure.
 */
export async function callStripe<S extends z.ZodType>(schema: S, run: () => Promise<unknown>) {
  const parsed = schema.safeParse(await translateErrors(run))
  if (parsed.success) return parsed.data
  throw processorErrors.unavailable({ cause: parsed.error })
}

/**
 * Retries once under a fresh key if the provider repeats a cached failure. Use it only for objects
 * that may exist twice.
 */
export async function callStripeAnew<S extends z.ZodType>(
  schema: S,
  key: string,
  run: (key: string) => Promise<unknown>,
): Promise<z.output<S>> {
  try {
    return await callStripe(schema, () => run(key))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'processor_failed_before') throw error
    return callStripe(schema, () => run(`${key}:${randomUUID()}`))
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === 409

/**
 * Waits if a concurrent request, perhaps of another instance, runs the same step, because its
 * response is also the response to this one.
 */
const translateErrors = (run: () => Promise<unknown>): Promise<unknown> =>
  pRetry(run, {
    retries: 4,
    minTimeout: 250,
    factor: 2,
    shouldRetry: ({ error }) => isInUse(error),
  }).catch((error: unknown) => {
    throw translate(error)
  })

const refusals = new Set([400, 402, 403, 404])
// The provider masks a secret key in its messages, but a stand-in server may not.
const keys = /\b([rs]k_(?:live|test)_)[\w*]+/g

function translate(error: unknown): Error {
  // An amount that the provider cannot take is refused before the call.
  if (error instanceof AppError) return error
  if (!(error instanceof Stripe.errors.StripeError)) {
    return processorErrors.unavailable({ cause: error })
  }
  if (error.headers?.['idempotent-replayed'] === 'true') {
    return processorErrors.processor_failed_before({ cause: error })
  }
  if (error.statusCode !== undefined && refusals.has(error.statusCode)) {
    return new ProcessorRefusal({
      message: `The payment provider refused the request: ${error.message.replaceAll(keys, '$1…')}`,
      missing: error.code === 'resource_missing' || error.statusCode === 404,
      gone: error.code === 'resource_missing' || error.code === 'account_invalid',
      parameter: error.param,
      cause: error,
    })
  }
  const wait = Number(error.headers?.['retry-after'])
  return processorErrors.unavailable({
    cause: error,
    ...(Number.isFinite(wait) && wait > 0 ? { details: { retryAfterSeconds: wait } } : {}),
  })
}
