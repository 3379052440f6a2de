import { z } from 'zod'
import type { NetworkAnswer } from '../network/call-network.ts'
import { NetworkError } from '../network/network-error.ts'
import { askedToWait, tokenRefused } from '../network/read-error.ts'
import { scrub } from '../network/sent-secrets.ts'
import { retryAfterSeconds, statedTime } from '../network/stated-time.ts'
import type { Grant } from './provider.ts'

/** `grantedScopes` is null if the network states no scopes. */
export interface OAuth2Grant extends Grant {
  grantedScopes: readonly string[] | null
}

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish().catch(undefined),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  scope: z.string().optional().catch(undefined),
})

// Some networks send a number where RFC 6749 requires a string.
const ErrorBody = z.object({
  error: z.union([z.string(), z.number().transform(String)]),
  error_description: z.string().optional().catch(undefined),
})

const away = new Set<unknown>(['temporarily_unavailable', 'server_error', 'slow_down'])
const ours = new Set<unknown>(['invalid_client', 'unauthorized_client'])

/**
 * Converts an error response of a token endpoint (RFC 6749, 5.2). `refused` lists the codes for an
 * expired code or token.
 */
export function oauth2Error(
  answer: NetworkAnswer,
  { refused, secrets, now }: { refused: readonly string[]; secrets: readonly string[]; now: Date },
): NetworkError | undefined {
  const { status } = answer
  const retryAfter = retryAfterSeconds(answer, now)
  if (status === 429) return askedToWait(retryAfter)
  const body = ErrorBody.safeParse(answer.json).data
  if (body === undefined && status >= 200 && status < 300) return undefined
  const code = body?.error ?? status
  const statement =
    body &&
    scrub(body.error_description ?? body.error, [...secrets, ...secrets.map(encodeURIComponent)])
  if (body !== undefined && refused.includes(body.error)) return tokenRefused(statement, code)
  if (status >= 500 || away.has(code)) {
    const statedReason =
      statement === undefined ? undefined : `The network has a problem right now: ${statement}`
    return new NetworkError(
      'retry',
      statedReason ?? `The network responded with status ${status}`,
      {
        code,
        retryAfter,
      },
    )
  }
  if (status === 401 || ours.has(code) || (body === undefined && status === 403)) {
    const words = statement === undefined ? '' : `: ${statement}`
    return new NetworkError('blocked', `The network refuses this installation’s app${words}`, {
      code,
    })
  }
  if (statement !== undefined)
    return new NetworkError('blocked', `The network refused: ${statement}`, { code })
  const message = `The network responded with status ${status}, and the response could not be read`
  return new NetworkError('retry', message, { code, retryAfter })
}

/**
 * Parses the grant in a token response (RFC 6749, 5.1). Throws `NetworkError` `retry` if the
 * response contains no grant.
 */
export function tokenAnswer(answer: NetworkAnswer, now: Date): OAuth2Grant {
  const token = Token.safeParse(answer.json).data
  if (token === undefined) throw new NetworkError('retry', 'The network’s token could not be read')
  const { access_token: accessToken, refresh_token, expires_in: seconds, scope } = token
  return {
    accessToken,
    refreshToken: refresh_token || undefined,
    expiresAt: seconds === undefined ? null : statedTime(now.getTime() + seconds * 1_000),
    grantedScopes: scope === undefined ? null : scope.split(/[\s,]+/).filter(Boolean),
  }
}

/**
 * Returns the grant if it has all `needed` scopes or states no scopes. Throws `blocked` with the
 * missing ones.
 */
export function requireScopes(grant: OAuth2Grant, needed: readonly string[]): OAuth2Grant {
  const { grantedScopes } = grant
  // The forum network sends a star for all scopes.
  if (grantedScopes === null || grantedScopes.length === 0 || grantedScopes.includes('*'))
    return grant
  const missing = needed.filter((scope) => !grantedScopes.includes(scope))
  if (missing.length === 0) return grant
  throw new NetworkError(
    'blocked',
    `Permissions are missing: ${missing.join(', ')}. Connect again and grant them.`,
    { code: 'insufficient_scope' },
  )
}
