import type { Hono } from 'hono'
import { html } from 'hono/html'
import { showRecord } from '../../pages/inspect.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { watching } from '../with-faults.ts'
import { mountPronetApi } from './pronet-api.ts'
import { PronetError, switched } from './pronet-error.ts'
import { createPronetState, type PronetState } from './pronet-state.ts'

export type PronetSandbox = OAuthServer & PronetState

/**
 * Mounts the professional network: no PKCE, client credentials in the form, refresh tokens only for
 * some apps.
 */
function mount(app: Hono<SandboxEnv>, client: AppClient): PronetSandbox {
  const state = createPronetState()
  const server = mountOAuthServer(app, {
    home: () => html`${state.posts.toReversed().map((post) => showRecord(post))}`,
    settings: {
      ...client,
      network: 'pronet',
      title: 'the professional network',
      clientAuthentication: 'form',
      pkce: 'none',
      scopes: ['openid', 'profile', 'email', 'w_member_social'],
      users: [
        { id: 'yrZCpj2Z12', name: 'Harbour Bakery' },
        { id: 'Tn7qLw0aB4', name: 'Night Market' },
      ],
      tokenPath: '/oauth/v2/accessToken',
      revokePath: '/oauth/v2/revoke',
      accessSeconds: 5_184_000,
      refresh: 'kept',
      givesRefresh: () => state.partner.givesRefresh,
      denied: { error: 'user_cancelled_authorize', error_description: 'The member cancelled' },
    },
  })
  const sandbox = Object.assign(server, state)
  mountPronetApi(app, sandbox, sandbox)
  mountIntrospection(app, sandbox)
  return sandbox
}

/** Mounts the introspection for an app's own tokens. */
function mountIntrospection(app: Hono<SandboxEnv>, server: OAuthServer): void {
  const { settings, tokens } = server
  app.post('/pronet/oauth/v2/introspectToken', (c) =>
    watching(
      'pronet',
      server,
      switched,
    )(c, async () => {
      const form = await c.req.parseBody()
      if (
        form['client_id'] !== settings.clientId ||
        form['client_secret'] !== settings.clientSecret
      ) {
        throw new PronetError(401, 'UNAUTHORIZED', 'Client authentication failed')
      }
      const token = tokens.check(String(form['token'] ?? ''), 'access')
      if (typeof token === 'string') return c.json({ active: false, status: token })
      const { scopes } = token.grant
      return c.json({
        active: true,
        status: 'active',
        client_id: settings.clientId,
        scope: scopes.join(','),
        ...(token.expiresAt === null
          ? {}
          : { expires_at: Math.floor(token.expiresAt.getTime() / 1_000) }),
      })
    }),
  )
}

export const pronet = {
  endpoints: oauthEndpoints('pronet', {
    dialog: '/dialog',
    token: '/oauth/v2/accessToken',
    api: '',
  }),
  mount,
}
