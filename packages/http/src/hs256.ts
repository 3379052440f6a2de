import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

const header = Buffer.from('{"alg":"HS256"}').toString('base64url')
const longestToken = 4_096

/**
 * A compact JWS (RFC 7515) over `payload` with HMAC-SHA256. Synchronous on purpose: two tokens are handled for
 * each request of the platform, and a hop through the thread pool costs more than the hash (ADR 0003). The key is an
 * object for the same reason: making one of its bytes takes several times as long as the hash.
 */
export function signHs256(payload: object, key: KeyObject): string {
  const input = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

/**
 * The payload of a token that `signHs256` made with this key; undefined for any other text. The header must be
 * exactly ours, so no other algorithm can be asked for. Compares in constant time. Checks no claims.
 */
export function verifyHs256(token: string, key: KeyObject): unknown {
  if (token.length > longestToken || !token.startsWith(`${header}.`)) return undefined
  const cut = token.lastIndexOf('.')
  const given = Buffer.from(token.slice(cut + 1))
  const expected = Buffer.from(createHmac('sha256', key).update(token.slice(0, cut)).digest('base64url'))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  try {
    return JSON.parse(Buffer.from(token.slice(header.length + 1, cut), 'base64url').toString())
  } catch {
    return undefined
  }
}
