import { createHmac, randomBytes } from 'node:crypto'

/** A fresh signing secret in the form of the Standard Webhooks specification: `whsec_` and 32 bytes. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The headers of Standard Webhooks (HMAC-SHA256, version 1), with one signature for each secret. */
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
