import { webhookErrors } from '@atrium/contracts'
import Stripe from 'stripe'

const toleranceSeconds = 300

/**
 * Checks `Stripe-Signature` over the body's bytes. Its time must be within five minutes. Throws
 * `invalid_signature` (400), also if the endpoint has no secret.
 */
export function verifySignature(
  body: Uint8Array,
  header: string | undefined,
  secret: string | undefined,
  now: Date,
): void {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header ?? '')?.[1])
  // The library accepts any time in the future.
  const isTimely = signedAt - now.getTime() / 1000 <= toleranceSeconds
  if (!isTimely || header === undefined || !secret) throw webhookErrors.invalid_signature()
  try {
    // The library's own decoder drops a byte order mark, which would change the signed text.
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
    const { signature } = Stripe.webhooks
    signature?.verifyHeader(text, header, secret, toleranceSeconds, undefined, now.getTime())
  } catch (cause) {
    throw webhookErrors.invalid_signature({ cause })
  }
}
