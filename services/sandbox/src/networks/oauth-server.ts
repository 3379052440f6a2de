import type { Hono } from 'hono'
import { createFaults } from '../pages/faults.ts'
import type { Markup } from '../pages/network-page.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { mountOAuthPages } from './oauth-pages.ts'
import type { OAuthRefusal, OAuthSettings } from './oauth-settings.ts'
import type { OAuthServer } from './oauth-state.ts'
import { OAuthError, tokenEndpoint } from './oauth-token-endpoint.ts'
import { createOAuthTokens } from './oauth-tokens.ts'
import { Refusal } from './refusal.ts'
import { watching } from './with-faults.ts'

export interface OAuthMount {
  settings: OAuthSettings
  /** Renders what is above the switches on the page `/<network>`, such as the feed. */
  home?: () => Markup
  now?: () => Date
}

/**
 * Mounts a network's authorization server: consent, token and revoke endpoint, and a page with
 * tokens and switches.
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
    bearer: (c) =>
      tokens.check(/^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1], 'access'),
    user(id) {
      const user = settings.users.find((known) => known.id === id) ?? settings.users[0]
      if (user === undefined) throw new Error(`${settings.network} has no users`)
      return user
    },
    giveTokens(userId, scopes = settings.scopes) {
      const user = server.user(userId ?? '')
      const grant = {
        userId: user.id,
        scopes: [...scopes],
        refreshable: settings.refresh !== 'none',
      }
      const accessToken = tokens.issue('access', grant, settings.accessSeconds).value
      const refreshToken = grant.refreshable
        ? tokens.issue('refresh', grant, null).value
        : undefined
      return { accessToken, refreshToken }
    },
  }
  mountOAuthPages(app, server, mount.home)
  const endpoint = (name: OAuthRefusal['endpoint'], path: string) => {
    const body = (error: string, description: string, status: number): object =>
      settings.errorBody?.({ error, description, status, endpoint: name }) ?? {
        error,
        error_description: description,
      }
    const watch = watching(settings.network, server, ({ status }) =>
      body('server_error', 'Try again later', status),
    )
    const asked = settings.clientAuthentication === 'basic'
    const headers = { 'www-authenticate': `Basic realm="${settings.network}"` }
    app.post(`/${settings.network}${path}`, (c) =>
      watch(c, async () => {
        const answered = await tokenEndpoint[name](c, server).catch((error: unknown) => {
          if (!(error instanceof OAuthError)) throw error
          const { code, message, status } = error
          throw new Refusal(
            status,
            body(code, message, status),
            asked && status === 401 ? headers : {},
          )
        })
        return c.json(answered, 200, { 'cache-control': 'no-store' })
      }),
    )
  }
  endpoint('token', settings.tokenPath ?? '/token')
  endpoint('revoke', settings.revokePath ?? '/revoke')
  return server
}
