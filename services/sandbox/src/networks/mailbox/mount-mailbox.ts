import type { Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm } from '../../pages/inspect.ts'
import type { Markup } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { type AppClient, oauthEndpoints } from '../network-endpoints.ts'
import { mountOAuthServer } from '../oauth-server.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { mountTokenInfo } from '../token-info.ts'
import { watching } from '../with-faults.ts'
import { mountCalendarPages } from './calendar-pages.ts'
import { mountCalendarRoutes } from './calendar-routes.ts'
import { type CalendarState, createCalendarState } from './calendar-state.ts'
import { mountDrivePages } from './drive-pages.ts'
import { mountDriveRoutes } from './drive-routes.ts'
import { createDriveState, type DriveState } from './drive-state.ts'
import { GoogleProblem, scopeRoot } from './google-problem.ts'
import { mountMailPages } from './mail-pages.ts'
import { mountMailRoutes } from './mail-routes.ts'
import { createMailState, type MailState } from './mail-state.ts'

export interface MailboxSandbox extends OAuthServer {
  /**
   * True if the next consents bring no refresh token. The provider does this if it gave one before.
   */
  keepsRefreshTokens: boolean
  mail: MailState
  calendars: CalendarState
  drive: DriveState
}

const identityScopes = ['openid', 'email', 'profile']
const apiScopes = ['gmail.readonly', 'gmail.modify', 'calendar.readonly', 'drive.readonly']

/** Shows links to one kind of content for every user. */
const renderLinks = ({ settings }: OAuthServer, what: string, path: string): Markup =>
  html`<p>${what} of ${settings.users.map(({ id, name }) => html`${link(`/mailbox/${path}/${id}`, name)} `)}</p>`

/**
 * Mounts the mail, calendar and file provider: its authorization server, signed-in users and their
 * contents.
 */
function mount(app: Hono<SandboxEnv>, client: AppClient): MailboxSandbox {
  const server = mountOAuthServer(app, {
    settings: {
      ...client,
      network: 'mailbox',
      title: 'the mailbox provider',
      clientAuthentication: 'form',
      pkce: 'optional',
      scopes: [...identityScopes, ...apiScopes.map((name) => `${scopeRoot}/${name}`)],
      fixedScopes: identityScopes,
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
      html`${renderLinks(sandbox, 'Mail', 'mail')}${renderLinks(sandbox, 'Calendars', 'calendars')}${renderLinks(sandbox, 'Files', 'drive')}
<p>Consents bring ${sandbox.keepsRefreshTokens ? 'no' : 'a'} refresh token</p>
${form('/mailbox/refresh-tokens', {}, ['change'])}`,
  })
  mountForm(app, '/mailbox/refresh-tokens', '/mailbox', () => {
    sandbox.keepsRefreshTokens = !sandbox.keepsRefreshTokens
  })
  const sandbox: MailboxSandbox = Object.assign(server, {
    keepsRefreshTokens: false,
    mail: createMailState(),
    calendars: createCalendarState(),
    drive: createDriveState(),
  })
  mountIdentity(app, sandbox)
  mountMailRoutes(app, sandbox, sandbox.mail)
  mountMailPages(app, sandbox, sandbox.mail)
  mountCalendarRoutes(app, sandbox, sandbox.calendars)
  mountCalendarPages(app, sandbox, sandbox.calendars)
  mountDriveRoutes(app, sandbox, sandbox.drive)
  mountDrivePages(app, sandbox, sandbox.drive)
  return sandbox
}

function mountIdentity(app: Hono<SandboxEnv>, sandbox: MailboxSandbox): void {
  const watch = watching(
    'mailbox',
    sandbox,
    ({ status }) => new GoogleProblem(status, 'backendError', 'Backend Error').body,
  )
  app.get('/mailbox/api/oauth2/v3/userinfo', (c) =>
    watch(c, () => {
      const token = sandbox.bearer(c)
      if (typeof token === 'string') {
        const message = 'Request had invalid authentication credentials'
        const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
        throw new GoogleProblem(401, 'authError', message, headers)
      }
      const { userId, scopes: granted } = token.grant
      if (!granted.includes('openid')) {
        const message = 'Request had insufficient authentication scopes.'
        throw new GoogleProblem(403, 'insufficientPermissions', message)
      }
      const { id, name, email, pictureUrl } = sandbox.user(userId)
      return c.json({
        sub: id,
        ...(granted.includes('profile') ? { name, picture: pictureUrl } : {}),
        ...(granted.includes('email') ? { email, email_verified: true } : {}),
      })
    }),
  )
  mountTokenInfo(
    app,
    sandbox,
    () => ({ error: 'server_error' }),
    ({ userId }) => ({ sub: userId }),
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
