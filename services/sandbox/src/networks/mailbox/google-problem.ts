import type { Context } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import type { OAuthGrant } from '../oauth-tokens.ts'
import { Refusal } from '../refusal.ts'
import { watching } from '../with-faults.ts'

const words: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  429: 'RESOURCE_EXHAUSTED',
}

export class GoogleProblem extends Refusal {
  constructor(code: number, reason: string, message: string, headers?: Record<string, string>) {
    const status = words[code] ?? 'INTERNAL'
    const errors = [{ message, domain: 'global', reason }]
    super(code, { error: { code, message, status, errors } }, headers)
  }
}

export const invalid = (message: string) => new GoogleProblem(400, 'invalidArgument', message)
export const notFound = (message = 'Requested entity was not found.') =>
  new GoogleProblem(404, 'notFound', message)

export const scopeRoot = 'https://www.googleapis.com/auth'

const switched = ({ status }: { status: number }): object =>
  status === 429
    ? new GoogleProblem(429, 'rateLimitExceeded', 'Too many concurrent requests for user.').body
    : new GoogleProblem(
        status,
        status === 403 ? 'userRateLimitExceeded' : 'backendError',
        'Backend Error',
      ).body

type Answer = object | Response | undefined

/**
 * Handles an API call with one of the scopes. Responds with JSON, a whole response, or 204 for
 * undefined.
 */
export const apiCall = (
  c: Context<SandboxEnv>,
  server: OAuthServer,
  scopes: readonly string[],
  answer: (grant: OAuthGrant) => Answer | Promise<Answer>,
): Promise<Response> =>
  watching(
    'mailbox',
    server,
    switched,
  )(c, async () => {
    const token = server.bearer(c)
    if (typeof token === 'string') {
      const message =
        'Request had invalid authentication credentials. Expected OAuth 2 access token.'
      const headers = { 'www-authenticate': 'Bearer realm="mailbox", error="invalid_token"' }
      throw new GoogleProblem(401, 'authError', message, headers)
    }
    if (!scopes.some((scope) => token.grant.scopes.includes(`${scopeRoot}/${scope}`))) {
      const message = 'Request had insufficient authentication scopes.'
      throw new GoogleProblem(403, 'insufficientPermissions', message)
    }
    const body = await answer(token.grant)
    if (body instanceof Response) return body
    return body === undefined ? c.body(null, 204) : c.json(body)
  })

/** Returns a call's parameters. Rejects unknown ones, as the provider does. */
export function parameters<const N extends string>(
  c: Context,
  names: readonly N[],
): Partial<Record<N, string>> {
  const given = c.req.query()
  const unknown = Object.keys(given).find((name) => !names.includes(name as N))
  if (unknown !== undefined) {
    throw invalid(
      `Invalid JSON payload received. Unknown name "${unknown}": Cannot bind query parameter. Field '${unknown}' could not be found in request message.`,
    )
  }
  return given as Partial<Record<N, string>>
}

export function wholeNumber(
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalid(`Invalid value: ${text}`)
  return value
}

export async function jsonBody(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('Parse Error')
  return body as Record<string, unknown>
}
