import { z } from 'zod'
import type { NetworkAnswer } from '../network/call-network.ts'
import { NetworkError } from '../network/network-error.ts'
import { askedToWait } from '../network/read-error.ts'
import { scrub } from '../network/sent-secrets.ts'
import { retryAfterSeconds, statedTime } from '../network/stated-time.ts'
import type { Grant } from './provider.ts'

/** A grant with the scopes that the network says it gave; null when it does not say. */
export interface OAuth2Grant extends Grant {
  grantedScopes: readonly string[] | null
}

const Token = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish().catch(undefined),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  scope: z.string().optional().catch(undefined),
})

// Some networks put a number, or their own object, where RFC 6749 wants a word.
const ErrorBody = z.looseObject({
  error: z.union([z.string(), z.number().transform(String)]),
  error_description: z.string().optional().catch(undefined),
})

const away = new Set(['temporarily_unavailable', 'server_error', 'slow_down'])
const ours = new Set(['invalid_client', 'unauthorized_client'])

interface Reading {
  /** The codes that say that the code or token sent is over. */
  refused: readonly string[]
  /** Taken out of the network's words. */
  secrets: readonly string[]
  now: Date
}

/** The error in a token endpoint's answer (RFC 6749, 5.2), or undefined for a success. */
export function oauth2Error(
  answer: NetworkAnswer,
  { refused, secrets, now }: Reading,
): NetworkError | undefined {
  const { status } = answer
  const retry = (message: string, code: string | number = status) =>
    new NetworkError('retry', message, { code, retryAfter: retryAfterSeconds(answer, now) })
  if (status === 429) return askedToWait(retryAfterSeconds(answer, now))
  const body = ErrorBody.safeParse(answer.json)
  if (body.success) {
    const { error: code, error_description: words } = body.data
    const said = scrub(words ?? code, [...secrets, ...secrets.map(encodeURIComponent)])
    if (refused.includes(code)) {
      return new NetworkError('reconnect', said, { code, tokenInvalid: true })
    }
    if (status >= 500 || away.has(code)) return retry(`The network has trouble of its own: ${said}`, code)
    if (ours.has(code) || status === 401) {
      return new NetworkError('blocked', `The network refuses this platform's client: ${said}`, { code })
    }
    return new NetworkError('blocked', `The network refused: ${said}`, { code })
  }
  if (status >= 200 && status < 300) return undefined
  if (status >= 500) return retry(`The network answered ${status}`)
  if (status === 401 || status === 403) {
    const message = "The network refuses this platform's client"
    return new NetworkError('blocked', message, { code: status })
  }
  return retry(`The network answered ${status} with something that cannot be read`)
}

/** The grant in a token endpoint's answer (RFC 6749, 5.1). Throws `NetworkError` `retry` for anything else. */
export function tokenAnswer(answer: NetworkAnswer, now: Date): OAuth2Grant {
  const token = Token.safeParse(answer.json)
  if (!token.success) {
    throw new NetworkError('retry', 'The network gave no token that can be read')
  }
  const { access_token: accessToken, refresh_token, expires_in: seconds, scope } = token.data
  return {
    accessToken,
    refreshToken: refresh_token || undefined,
    expiresAt: seconds === undefined ? null : statedTime(now.getTime() + seconds * 1_000),
    grantedScopes: scope === undefined ? null : scope.split(/[\s,]+/).filter(Boolean),
  }
}

/**
 * Hands a grant on when it has everything that its channel cannot do without. Throws `blocked`, naming the
 * permissions that a person unticked. A network that does not say what it granted is believed.
 */
export function requireScopes(grant: OAuth2Grant, needed: readonly string[]): OAuth2Grant {
  const { grantedScopes } = grant
  // A star is the forum network's word for all of them.
  if (grantedScopes === null || grantedScopes.length === 0 || grantedScopes.includes('*')) return grant
  const missing = needed.filter((scope) => !grantedScopes.includes(scope))
  if (missing.length === 0) return grant
  throw new NetworkError(
    'blocked',
    `Permissions are missing: ${missing.join(', ')}; connect again and grant them`,
    { code: 'insufficient_scope' },
  )
}
