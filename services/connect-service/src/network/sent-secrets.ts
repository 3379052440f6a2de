import { isStreamed } from './streamed-body.ts'

const secretFields = new Set([
  'access_token',
  'assertion',
  'client_secret',
  'code',
  'code_verifier',
  'fb_exchange_token',
  'input_token',
  'refresh_token',
  'token',
])
// Tokens issued by a network. An issued refresh token may equal the one that was sent.
const givenFields = new Set(['access_token', 'refresh_token'])

interface Sent {
  url: URL
  headers?: Readonly<Record<string, string>>
  body?: object
}

/** Returns a call's credentials, unchanged and in the encodings that a response may repeat. */
export function sentSecrets({ url, headers = {}, body }: Sent): string[] {
  const found: string[] = []
  const take = (fields: Iterable<readonly [string, unknown]>) => {
    for (const [name, value] of fields) {
      if (secretFields.has(name) && typeof value === 'string') found.push(value)
    }
  }
  take(url.searchParams)
  if (body instanceof URLSearchParams || body instanceof FormData) take(body)
  else if (body !== undefined && isStreamed(body)) take(body.fields)
  else if (body !== undefined && !(body instanceof Uint8Array)) take(Object.entries(body))
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== 'authorization') continue
    const [scheme = '', credentials = ''] = value.split(' ')
    found.push(credentials)
    if (scheme.toLowerCase() === 'basic') found.push(...basicSecrets(credentials))
  }
  return [...new Set(found.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
}

function basicSecrets(credentials: string): string[] {
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  const password = decoded.slice(decoded.indexOf(':') + 1)
  return [password, new URLSearchParams(`p=${password}`).get('p') ?? '']
}

/**
 * Removes the call's credentials from every text in a network response. Tokens issued by the
 * network stay.
 */
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return taken(value, secrets)
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      taken(name, secrets),
      givenFields.has(name) ? entry : withoutSecrets(entry, secrets),
    ]),
  )
}

const taken = (text: string, secrets: readonly string[]): string =>
  secrets.some((secret) => secret.length >= 6 && text.includes(secret))
    ? scrub(text, secrets)
    : text

/**
 * Removes the given secrets from a network's message, because some networks repeat a refused token.
 */
export const scrub = (message: string, secrets: readonly (string | undefined)[]): string =>
  secrets
    .filter((secret) => secret !== undefined && secret.length >= 6)
    .reduce<string>((text, secret) => text.split(secret ?? '').join('[redacted]'), message)
    .slice(0, 500)
