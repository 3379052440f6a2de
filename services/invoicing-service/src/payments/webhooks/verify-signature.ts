import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { webhookErrors } from '@atrium/contracts'

export { webhookErrors }

const toleranceSeconds = 300
const mostSignatures = 10

/** An endpoint's secret as it is used; undefined while there is none. */
export const webhookKey = (secret: string | undefined): KeyObject | undefined =>
  secret === undefined || secret === '' ? undefined : createSecretKey(secret, 'utf8')

/**
 * Checks `t=<unix>,v1=<hex>[,v1=…]`: one of the signatures must be HMAC-SHA256 of `<t>.<raw body>`, and `t` at most
 * five minutes away. Throws `invalid_signature` (400), also while the endpoint has no key.
 */
export function verifySignature(
  body: Uint8Array,
  header: string | undefined,
  key: KeyObject | undefined,
  now: Date,
): void {
  if (key === undefined || header === undefined) throw webhookErrors.invalid_signature()
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const [time] = times
  if (times.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time)) {
    throw webhookErrors.invalid_signature()
  }
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).slice(0, mostSignatures)
  const expected = createHmac('sha256', key).update(`${time}.`).update(body).digest()
  const matches = signatures.map((part) => timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected))
  const age = Math.abs(now.getTime() / 1000 - Number(time))
  if (!matches.includes(true) || age > toleranceSeconds) throw webhookErrors.invalid_signature()
}
