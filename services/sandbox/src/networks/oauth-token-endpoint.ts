import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { OAuthServer } from './oauth-state.ts'
import type { OAuthGrant, OAuthToken } from './oauth-tokens.ts'

/** Thrown by the token and revoke endpoints (RFC 6749, 5.2). */
export class OAuthError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

type Form = ReadonlyMap<string, string>

/** A network's two endpoints. Each returns a success body and throws `OAuthError`. */
export const tokenEndpoint = {
  async token(c: Context, server: OAuthServer): Promise<Record<string, unknown>> {
    const form = await authenticatedForm(c, server)
    const type = required(form, 'grant_type')
    if (type === 'authorization_code') return redeem(server, form)
    if (type === 'refresh_token' && server.settings.refresh !== 'none') return renew(server, form)
    throw new OAuthError('unsupported_grant_type', `${type} is not supported`)
  },
  async revoke(c: Context, server: OAuthServer): Promise<Record<string, unknown>> {
    const { settings, tokens } = server
    const token = tokens.all.get(required(await authenticatedForm(c, server), 'token'))
    // An unknown token counts as revoked already (RFC 7009, 2.2).
    if (token === undefined) return {}
    if (token.kind === 'refresh' || settings.revokeEnds === 'grant') tokens.endGrant(token.grant)
    else tokens.end(token.value, 'revoked')
    return {}
  },
}

/**
 * Returns the form of a request by the network's client. Throws if a parameter is missing, repeated
 * or wrong.
 */
async function authenticatedForm(c: Context, server: OAuthServer): Promise<Form> {
  const form = await readForm(c)
  authenticateClient(server, c.req.header('authorization'), form)
  return form
}

async function readForm(c: Context): Promise<Form> {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new OAuthError('invalid_request', 'The body has to be application/x-www-form-urlencoded')
  }
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    if (form.has(name)) throw new OAuthError('invalid_request', `The parameter ${name} is repeated`)
    form.set(name, value)
  }
  return form
}

function required(form: Form, name: string): string {
  const value = form.get(name)
  if (!value) throw new OAuthError('invalid_request', `The parameter ${name} is required`)
  return value
}

function authenticateClient(
  { settings }: OAuthServer,
  header: string | undefined,
  form: Form,
): void {
  const given =
    settings.clientAuthentication === 'basic'
      ? basicCredentials(header)
      : { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  if (given?.id !== settings.clientId || !same(given.secret, settings.clientSecret)) {
    throw new OAuthError('invalid_client', 'The client could not be authenticated', 401)
  }
}

/** Returns the credentials in an HTTP Basic header, which are form-encoded (RFC 6749, 2.3.1). */
function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const plain = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? ''
  return { id: plain(id), secret: plain(rest.join(':')) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

function redeem(server: OAuthServer, form: Form): Record<string, unknown> {
  const code = server.codes.get(required(form, 'code'))
  const redirectUri = required(form, 'redirect_uri')
  if (code === undefined)
    throw new OAuthError('invalid_grant', 'The authorization code is not valid')
  if (code.used !== undefined) {
    // Another party may have the code, so its tokens end as well (RFC 6749, 4.1.2).
    server.tokens.endGrant(code.used)
    throw new OAuthError('invalid_grant', 'The authorization code was used before')
  }
  if (code.expiresAt <= server.now())
    throw new OAuthError('invalid_grant', 'The authorization code expired')
  if (code.redirectUri !== redirectUri) {
    throw new OAuthError('invalid_grant', 'redirect_uri is not identical to that of the dialog')
  }
  const verifier = form.get('code_verifier')
  if (code.challenge === undefined) {
    if (verifier) throw new OAuthError('invalid_grant', 'The dialog carried no code_challenge')
  } else if (!verifier || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) {
    throw new OAuthError('invalid_request', 'The parameter code_verifier is required')
  } else if (digest(verifier).toString('base64url') !== code.challenge) {
    throw new OAuthError('invalid_grant', 'code_verifier does not belong to the code_challenge')
  }
  const { userId, scopes, refreshable } = code
  const grant: OAuthGrant = { userId, scopes, refreshable }
  code.used = grant
  const refresh = refreshable ? server.tokens.issue('refresh', grant, null) : undefined
  return tokenBody(server, grant, refresh)
}

function renew(server: OAuthServer, form: Form): Record<string, unknown> {
  const { tokens, settings } = server
  const value = required(form, 'refresh_token')
  const token = tokens.check(value, 'refresh')
  if (typeof token === 'string') {
    const storedToken = tokens.all.get(value)
    // If a rotated token is used again, it was stolen or refreshed twice at once (RFC 9700,
    // 4.14.2).
    if (token === 'revoked' && storedToken !== undefined && settings.refresh === 'rotating') {
      tokens.endGrant(storedToken.grant)
    }
    throw new OAuthError('invalid_grant', `The refresh token is ${token}`)
  }
  if (settings.refresh !== 'rotating') return tokenBody(server, token.grant, undefined)
  tokens.end(value, 'revoked')
  return tokenBody(server, token.grant, tokens.issue('refresh', token.grant, null))
}

function tokenBody(
  { settings, tokens }: OAuthServer,
  grant: OAuthGrant,
  refresh: OAuthToken | undefined,
): Record<string, unknown> {
  const access = tokens.issue('access', grant, settings.accessSeconds)
  return {
    token_type: 'bearer',
    access_token: access.value,
    expires_in: settings.accessSeconds,
    ...(refresh === undefined ? {} : { refresh_token: refresh.value }),
    scope: grant.scopes.join(' '),
  }
}
