import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import type { OAuthToken } from '../oauth-tokens.ts'
import { withFaults } from '../with-faults.ts'

export interface MailboxSandbox extends OAuthServer {
  /** Whether the next consents bring no refresh token, as the provider does where one was given before. */
  keepsRefreshTokens: boolean
}

const scopeRoot = 'https://www.googleapis.com/auth'
const scopes = [
  ...['openid', 'email', 'profile'],
  ...['gmail.readonly', 'gmail.modify', 'calendar.readonly', 'drive.readonly'].map(
    (name) => `${scopeRoot}/${name}`,
  ),
]

const apiError = (status: number, message: string, reason: string) => ({
  error: { code: status, message, status: reason, errors: [{ message, domain: 'global', reason }] },
})

/** The provider of mail, calendar and files: its authorization server and who has signed in. */
function mount(app: Hono<SandboxEnv>, client: AppClient): MailboxSandbox {
  const server = mountOAuthServer(app, {
    settings: {
      ...client,
      network: 'mailbox',
      title: 'the mailbox provider',
      clientAuthentication: 'form',
      pkce: 'optional',
      scopes,
      fixedScopes: ['openid', 'email', 'profile'],
      users: [
        {
          id: '104857600000000000001',
          name: 'Harbour Bakery',
          email: 'bakery@example.com',
          pictureUrl: 'https://example.com/bakery.png',
        },
        { id: '104857600000000000002', name: 'Night Market', email: 'market@example.com' },
      ],
      dialogPath: '/o/oauth2/v2/auth',
      accessSeconds: 3_599,
      refresh: 'kept',
      revokeEnds: 'grant',
      givesRefresh: (dialog) => dialog['access_type'] === 'offline' && !sandbox.keepsRefreshTokens,
      checkDialog: ({ prompt, access_type: access }) => {
        const prompts = (prompt ?? '').split(' ').filter(Boolean)
        if (prompts.some((word) => !['none', 'consent', 'select_account'].includes(word))) {
          return 'Invalid parameter value for prompt'
        }
        const known = access === undefined || access === 'online' || access === 'offline'
        return known ? undefined : 'Invalid parameter value for access_type'
      },
      denied: { error: 'access_denied' },
    },
    home: () =>
      html`<form method="post" action="/mailbox/refresh-tokens"><p>Consents ${
        sandbox.keepsRefreshTokens ? 'bring no refresh token' : 'bring a refresh token'
      } <button>Change</button></p></form>`,
  })
  app.post('/mailbox/refresh-tokens', (c) => {
    sandbox.keepsRefreshTokens = !sandbox.keepsRefreshTokens
    return c.redirect('/mailbox', 303)
  })
  const sandbox: MailboxSandbox = Object.assign(server, { keepsRefreshTokens: false })
  mountApi(app, sandbox)
  return sandbox
}

function mountApi(app: Hono<SandboxEnv>, sandbox: MailboxSandbox): void {
  const watched = (
    c: Context<SandboxEnv>,
    needed: readonly string[],
    answer: (token: OAuthToken) => object,
  ) =>
    withFaults(
      c,
      { ...sandbox, network: 'mailbox' },
      () => {
        const token = sandbox.bearer(c)
        if (typeof token === 'string') {
          const said = 'Request had invalid authentication credentials'
          const headers = { 'www-authenticate': 'Bearer realm="mailbox", error="invalid_token"' }
          return c.json(apiError(401, said, 'UNAUTHENTICATED'), 401, headers)
        }
        if (!needed.some((scope) => token.grant.scopes.includes(scope))) {
          const said = 'Request had insufficient authentication scopes.'
          return c.json(apiError(403, said, 'PERMISSION_DENIED'), 403)
        }
        return c.json(answer(token))
      },
      ({ status }) => apiError(status, 'Backend Error', 'INTERNAL'),
    )

  app.get('/mailbox/api/oauth2/v3/userinfo', (c) =>
    watched(c, ['openid'], ({ grant }) => {
      const { id, name, email, pictureUrl } = sandbox.user(grant.userId)
      const mail = grant.scopes.includes('email') ? { email, email_verified: true } : {}
      return { sub: id, ...(grant.scopes.includes('profile') ? { name, picture: pictureUrl } : {}), ...mail }
    }),
  )
  app.get('/mailbox/api/gmail/v1/users/:user/profile', (c) =>
    watched(c, [`${scopeRoot}/gmail.readonly`, `${scopeRoot}/gmail.modify`], ({ grant }) => ({
      emailAddress: sandbox.user(grant.userId).email,
      messagesTotal: 0,
      threadsTotal: 0,
      historyId: '1',
    })),
  )
  app.post('/mailbox/tokeninfo', (c) =>
    withFaults(
      c,
      { ...sandbox, network: 'mailbox' },
      () => {
        const token = sandbox.bearer(c)
        if (typeof token === 'string') {
          return c.json({ error: 'invalid_token', error_description: 'Invalid Value' }, 400)
        }
        const { clientId } = sandbox.settings
        const { userId, scopes: granted } = token.grant
        return c.json({ azp: clientId, aud: clientId, sub: userId, scope: granted.join(' ') })
      },
      () => ({ error: 'server_error' }),
    ),
  )
}

export const mailbox = {
  endpoints: oauthEndpoints(
    'mailbox',
    { dialog: '/o/oauth2/v2/auth', token: '/token', api: '/api' },
    'OAUTH_',
  ),
  mount,
}
