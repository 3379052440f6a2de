import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { HookSignature } from '../nodes/triggers/trigger-webhook.ts'

export interface SignedCall {
  headers: Headers
  bytes: Uint8Array
}

/**
 * Most services send their HMAC in one of these headers. They are tried in order if the node names
 * none.
 */
const usualHeaders = [
  'x-signature',
  'x-signature-256',
  'x-hub-signature-256',
  'x-webhook-signature',
  'x-shopify-hmac-sha256',
]
/** Seconds. A Standard Webhooks timestamp may differ from the clock by this much. */
const tolerance = 300

// Hashes have equal length, so the comparison always takes the same time.
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))

const hmacText = /^(?:[0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/i

/** Returns the HMAC of a call without its prefix. Some senders add one. */
function readHmac(header: string | undefined, headers: Headers): string {
  const names = header === undefined ? usualHeaders : [header]
  const given = names.map((name) => headers.get(name)).find((value) => value !== null) ?? ''
  return given.trim().replace(/^(?:sha256|v1)=/i, '')
}

/** False if the headers rule out a valid signature. The body then need not be read. */
export function canBeSigned(
  { kind, header, user }: HookSignature,
  secret: string,
  headers: Headers,
  now: Date,
): boolean {
  if (kind === 'basic') return hasBasicCredentials(headers, user, secret)
  if (kind === 'hmac_sha256') return hmacText.test(readHmac(header, headers))
  return hasRecentHeaders(headers, now) && /(?:^| )v1,/.test(readStandardSignatures(headers))
}

/** True if a call is signed as its trigger requires. `secret` is plain text. */
export function verifySignature(
  { kind, header, user }: HookSignature,
  secret: string,
  call: SignedCall,
  now: Date,
): boolean {
  if (kind === 'basic') return hasBasicCredentials(call.headers, user, secret)
  if (kind === 'standard') return hasStandardSignature(call, secret, now)
  const digest = createHmac('sha256', secret).update(call.bytes).digest()
  // Senders encode the digest in hexadecimal or base64.
  const text = readHmac(header, call.headers)
  return (
    isSame(text.toLowerCase(), digest.toString('hex')) || isSame(text, digest.toString('base64'))
  )
}

// RFC 7617.
function hasBasicCredentials(
  headers: Headers,
  user: string | undefined,
  password: string,
): boolean {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]{1,4000})\s*$/i.exec(
    headers.get('authorization') ?? '',
  )?.[1]
  if (encoded === undefined) return false
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  const isUser = user === undefined || isSame(pair.slice(0, Math.max(colon, 0)), user)
  return isSame(pair.slice(colon + 1), password) && isUser && colon >= 0
}

function hasRecentHeaders(headers: Headers, now: Date): boolean {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  const isRecent = Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= tolerance
  return id !== '' && /^\d{1,15}$/.test(timestamp) && isRecent
}

const readStandardSignatures = (headers: Headers): string =>
  (headers.get('webhook-signature') ?? '').slice(0, 4_000)

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
function hasStandardSignature({ headers, bytes }: SignedCall, secret: string, now: Date): boolean {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  if (!hasRecentHeaders(headers, now)) return false
  const given = readStandardSignatures(headers).split(' ')
  const expected = listKeys(secret).map((key) => {
    const digest = createHmac('sha256', key)
      .update(`${id}.${timestamp}.`)
      .update(bytes)
      .digest('base64')
    return `v1,${digest}`
  })
  return given.some((each) => expected.some((known) => isSame(each, known)))
}

/**
 * Lists the keys a secret may mean. The specification uses base64, but some senders use the text
 * itself. If the text is not base64, it is never decoded, because the result may be empty and
 * anybody can sign with an empty key.
 */
function listKeys(secret: string): Buffer[] {
  const encoded = secret.replace(/^whsec_/, '').replace(/={1,2}$/, '')
  const decoded = Buffer.from(encoded, 'base64')
  const isBase64 =
    decoded.length > 0 && decoded.toString('base64').replace(/={1,2}$/, '') === encoded
  return isBase64 ? [decoded, Buffer.from(secret)] : [Buffer.from(secret)]
}
