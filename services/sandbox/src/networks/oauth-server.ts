import type { Context, Hono } from 'hono'
import { createFaults } from '../payments/faults.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { Markup } from './network-page.ts'
import { mountOAuthPages } from './oauth-pages.ts'
import type { OAuthRefusal, OAuthSettings } from './oauth-settings.ts'
import type { OAuthServer } from './oauth-state.ts'
import { OAuthError, type TokenEndpoint, tokenEndpoint } from './oauth-token-endpoint.ts'
import { createOAuthTokens } from './oauth-tokens.ts'
import { withFaults } from './with-faults.ts'

export interface OAuthMount {
  settings: OAuthSettings
  /** The part of the page at `/<network>` above its switches, such as the feed. */
  home?: () => Markup
  now?: () => Date
}

/**
 * Mounts the authorization server of one network below `/<network>`: the consent page at `dialogPath`, the
 * token endpoint, the revoke endpoint, and a page with the tokens and the failure switches.
 */
export function mountOAuthServer(app: Hono<SandboxEnv>, mount: OAuthMount): OAuthServer {
  const { settings } = mount
  const now = mount.now ?? (() => new Date())
  const tokens = createOAuthTokens(settings.network, now)
  const server: OAuthServer = {
    settings,
    redirectUris: new Set(),
    codes: new Map(),
    tokens,
    faults: createFaults(),
    calls: [],
    now,
    bearer: (c) => tokens.check(/^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1], 'access'),
    user(id) {
      const user = settings.users.find((known) => known.id === id) ?? settings.users[0]
      if (user === undefined) throw new Error(`${settings.network} has no users`)
      return user
    },
    giveTokens(userId, scopes = settings.scopes) {
      const user = server.user(userId ?? '')
      const grant = { userId: user.id, scopes: [...scopes], refreshable: settings.refresh !== 'none' }
      const accessToken = tokens.issue('access', grant, settings.accessSeconds).value
      const refreshToken = grant.refreshable ? tokens.issue('refresh', grant, null).value : undefined
      return { accessToken, refreshToken }
    },
  }
  mountOAuthPages(app, server, mount.home)
  const endpoints = tokenEndpoint(server)
  const root = `/${settings.network}`
  app.post(root + (settings.tokenPath ?? '/token'), (c) => endpoint(c, server, 'token', endpoints))
  const revokePath = settings.revokePath === undefined ? '/revoke' : settings.revokePath
  if (revokePath !== null) {
    app.post(root + revokePath, (c) => endpoint(c, server, 'revoke', endpoints))
  }
  return server
}

function endpoint(
  c: Context<SandboxEnv>,
  server: OAuthServer,
  name: OAuthRefusal['endpoint'],
  endpoints: TokenEndpoint,
): Promise<Response> {
  const body = (refusal: OAuthRefusal): object =>
    server.settings.errorBody?.(refusal) ?? {
      error: refusal.error,
      error_description: refusal.description,
    }
  const answer = async () => {
    try {
      return c.json(await endpoints[name](c), 200, { 'cache-control': 'no-store' })
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      const refusal = { error: error.code, description: error.message, status: error.status, endpoint: name }
      const headers: Record<string, string> =
        error.status === 401 && server.settings.clientAuthentication === 'basic'
          ? { 'www-authenticate': `Basic realm="${server.settings.network}"` }
          : {}
      return c.json(body(refusal), error.status as 400, headers)
    }
  }
  return withFaults(c, { ...server, network: server.settings.network }, answer, ({ status }) =>
    body({ error: 'server_error', description: 'Try again later', status, endpoint: name }),
  )
}
