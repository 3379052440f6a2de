import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@atrium/contracts'
import Stripe from 'stripe'
import type { z } from 'zod'
import { ProcessorRefusal, processorErrors } from '../processor.ts'

/** The client, pointed at `apiUrl` when given (an origin; paths start with `/v1/`). It retries nothing itself. */
export function createStripeClient(secretKey: string, apiUrl: string | undefined, timeoutMs: number): Stripe {
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
 * Runs one call and parses its answer. What leaves the outcome unknown (no answer, 5xx, 429, a key still in use after
 * four seconds, an answer of another shape) is `unavailable` (503); a refusal is `processor_refused` (422); a
 * stored failure is `processor_failed_before`.
 */
export async function callStripe<S extends z.ZodType>(
  schema: S,
  run: () => Promise<unknown>,
): Promise<z.output<S>> {
  const parsed = schema.safeParse(await answerOf(run))
  if (parsed.success) return parsed.data
  throw processorErrors.unavailable({ cause: parsed.error })
}

/**
 * The same for what may as well exist twice: when the provider only repeats an earlier failure of this key, which it
 * does for a day, the call is made once more under a key of its own.
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

// Another request, maybe of another instance, is at the same step; its answer is the answer to this one.
const inUsePauses = [250, 500, 1_000, 2_000]

async function answerOf(run: () => Promise<unknown>): Promise<unknown> {
  for (const pause of [...inUsePauses, undefined]) {
    try {
      return await run()
    } catch (error) {
      const inUse = error instanceof Stripe.errors.StripeError && error.statusCode === 409
      if (!inUse || pause === undefined) throw translate(error)
      await sleep(pause)
    }
  }
}

const refusals = new Set([400, 402, 403, 404])
// The provider masks the key that it quotes; what stands in for it may not.
const keys = /\b([rs]k_(?:live|test)_)[\w*]+/g

function translate(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return processorErrors.unavailable({ cause: error })
  }
  if (error.headers?.['idempotent-replayed'] === 'true') {
    return processorErrors.processor_failed_before({ cause: error })
  }
  if (error.statusCode !== undefined && refusals.has(error.statusCode)) {
    return new ProcessorRefusal({
      message: `The payment processor refused the request: ${error.message.replaceAll(keys, '$1…')}`,
      missing: error.code === 'resource_missing' || error.statusCode === 404,
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
