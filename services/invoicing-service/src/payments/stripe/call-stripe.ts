import Stripe from 'stripe'
import type { z } from 'zod'
import { processorErrors } from '../processor.ts'

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
 * Runs one call and parses its answer. What leaves the outcome unknown (no answer, 5xx, 429, a key still in use,
 * an answer of another shape) is `processor_unavailable` (502); a refusal is `processor_refused` (422).
 */
export async function callStripe<S extends z.ZodType>(
  schema: S,
  run: () => Promise<unknown>,
): Promise<z.output<S>> {
  let answer: unknown
  try {
    answer = await run()
  } catch (error) {
    throw translate(error)
  }
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw processorErrors.processor_unavailable({ cause: parsed.error })
}

const refusals = new Set([400, 402, 403, 404])

function translate(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return processorErrors.processor_unavailable({ cause: error })
  }
  if (error.statusCode !== undefined && refusals.has(error.statusCode)) {
    return processorErrors.processor_refused({
      message: `The payment processor refused the request: ${error.message}`,
      cause: error,
    })
  }
  const wait = Number(error.headers?.['retry-after'])
  return processorErrors.processor_unavailable({
    cause: error,
    ...(Number.isFinite(wait) && wait > 0 ? { details: { retryAfterSeconds: wait } } : {}),
  })
}
