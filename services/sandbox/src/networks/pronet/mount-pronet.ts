import type { Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { mountIntrospection } from './introspection.ts'
import { mountPronetApi } from './pronet-api.ts'
import { pronetFeed } from './pronet-feed.ts'
import { createPronetState, type PronetState } from './pronet-state.ts'

export type PronetSandbox = OAuthServer & PronetState

/** The professional network: no PKCE, the client in the form, refresh tokens for some apps only. */
function mount(app: Hono<SandboxEnv>, client: AppClient): PronetSandbox {
  const state = createPronetState()
  const server = mountOAuthServer(app, {
    home: () => pronetFeed(sandbox, sandbox),
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

export const pronet = {
  endpoints: oauthEndpoints('pronet', { dialog: '/dialog', token: '/oauth/v2/accessToken', api: '' }),
  mount,
}
