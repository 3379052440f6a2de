/** Thrown if the endpoint's secret did not sign the delivery, or did so too long ago. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface VerifyWebhookOptions {
  /** The allowed clock difference in seconds. Defaults to 300. */
  toleranceSeconds?: number
  /** The current time. Defaults to this machine's clock. */
  now?: Date
}

/** A delivery. `data` is the payload from the event catalog. */
export interface WebhookEvent {
  /** Equal for each delivery attempt, so a receiver can handle an event once. */
  id: string
  type: string
  /** When the event happened (ISO 8601). */
  timestamp: string
  data: unknown
}

type Headers =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a delivery (Standard Webhooks, HMAC-SHA256) and returns its event. `body` is the raw
 * body, byte for byte, not JSON parsed and written again. `secret` is the endpoint's `whsec_…`, or
 * several of them during a rotation. Throws `WebhookVerificationError`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => readHeader(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('A header of the signature is missing')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The delivery is too old, or from the future')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const bytes = typeof body === 'string' ? body : new Uint8Array(body)
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer()
  const given = signatures
    .split(' ', mostSignatures)
    .flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await crypto.subtle.importKey(
      'raw',
      decodeKey(each),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    for (const signature of given) {
      const raw = base64(signature)
      // The Web Crypto API compares every signature in constant time.
      if (raw !== undefined && (await crypto.subtle.verify('HMAC', key, raw, signed))) {
        return { id, ...(JSON.parse(text) as Omit<WebhookEvent, 'id'>) }
      }
    }
  }
  throw new WebhookVerificationError('No signature of the delivery is that of the secret')
}

const mostSignatures = 10

function readHeader(headers: Headers, name: string): string | undefined {
  if (typeof headers['get'] === 'function')
    return (headers.get as (name: string) => string | null)(name) ?? undefined
  const value = (headers as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

function decodeKey(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? base64(secret.slice('whsec_'.length)) : undefined
  if (key === undefined || key.length === 0)
    throw new WebhookVerificationError('The secret is not whsec_…')
  return key
}

function base64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
