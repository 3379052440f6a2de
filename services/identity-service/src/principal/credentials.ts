import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export const accessTokenPrefix = 'atm_'

const signatureLength = 44
const longestCookie = 512
const keyForm = /^atr_[A-Za-z]{64}$/
const accessTokenForm = /^atm_[A-Za-z]{32}$/

/**
 * Returns the session token from a signed cookie value, percent-encoded or not. Compares the
 * signature in constant time.
 */
export function readSessionToken(cookie: string, secret: string): string | undefined {
  if (cookie.length > longestCookie) return undefined
  const value = decoded(cookie)
  const dot = value.lastIndexOf('.')
  const signature = value.slice(dot + 1)
  if (dot < 1 || signature.length !== signatureLength) return undefined
  const token = value.slice(0, dot)
  const expected = sign(token, secret)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
    ? token
    : undefined
}

const sign = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('base64')

/** Returns the signed cookie value of a session token, percent-encoded as better-auth writes it. */
export const signedCookieValue = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${sign(token, secret)}`)

function decoded(cookie: string): string {
  if (!cookie.includes('%')) return cookie
  try {
    return decodeURIComponent(cookie)
  } catch {
    return ''
  }
}

/**
 * Returns the stored form of an assistant's access token: its SHA-256 without the prefix. Returns
 * undefined if the text is no access token.
 */
export const accessTokenHash = (token: string): string | undefined =>
  accessTokenForm.test(token)
    ? createHash('sha256').update(token.slice(accessTokenPrefix.length)).digest('base64url')
    : undefined

/**
 * Returns the stored form of an API key, its SHA-256 in base64url. Returns undefined if the text is
 * no key.
 */
export const apiKeyHash = (key: string): string | undefined =>
  keyForm.test(key) ? createHash('sha256').update(key).digest('base64url') : undefined
