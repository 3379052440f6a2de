import { createHmac, randomBytes } from 'node:crypto'

/** Returns a signing secret in the Standard Webhooks format: `whsec_` and 32 bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Returns the Standard Webhooks headers (HMAC-SHA256, version 1), with one signature per secret.
 */
export function webhookHeaders(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signed = `${message.id}.${message.timestamp}.${message.body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
