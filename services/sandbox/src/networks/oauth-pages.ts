import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { faultSwitches, mountFaultSwitches } from '../pages/fault-switches.ts'
import { form, mountForm, showRecord } from '../pages/inspect.ts'
import { type Markup, networkPage } from '../pages/network-page.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { OAuthServer } from './oauth-state.ts'

const codeMs = 60_000

type Dialog = Readonly<Record<string, string>>

/** Mounts the consent dialog and the network's own page with its contents and switches. */
export function mountOAuthPages(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  home: (() => Markup) | undefined,
): void {
  const { settings } = server
  const root = `/${settings.network}`
  const path = root + (settings.dialogPath ?? '/dialog')
  app.get(path, (c) => {
    const asked = c.req.query()
    const problem = findProblem(server, asked)
    if (problem !== undefined)
      return c.html(networkPage('Cannot sign in', html`<p>${problem}</p>`), 400)
    return c.html(consentPage(server, asked, new URL(c.req.url).search))
  })
  app.post(path, async (c) => decide(c, server, await c.req.parseBody({ all: true })))
  app.get(root, (c) =>
    c.html(networkPage(settings.title, html`${home?.() ?? ''}${switches(server)}`)),
  )
  mountSwitches(app, server)
}

/**
 * Renders the consent page. The form contains only the decision, and its address contains the
 * request.
 */
function consentPage({ settings }: OAuthServer, asked: Dialog, search: string): Markup {
  const { users } = settings
  const fixed = settings.fixedScopes ?? []
  const action = `/${settings.network}${settings.dialogPath ?? '/dialog'}${search}`
  return networkPage(
    `Connect ${settings.title}`,
    html`<form method="post" action="${action}">
<p>${
      users.length === 1
        ? (users[0]?.name ?? '')
        : html`<select name="user">${users.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select>`
    } grants:</p>
${listScopes(asked).map(
  (scope) =>
    html`<p><label><input type="checkbox" name="permission" value="${scope}" checked ${fixed.includes(scope) ? 'disabled' : ''}> ${scope}</label></p>`,
)}
<button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></form>`,
  )
}

const listScopes = (asked: Dialog): string[] =>
  (asked['scope'] ?? '').split(' ').filter((scope) => scope !== '')

/** Returns what is wrong with the dialog's address. Redirect URIs are compared byte for byte. */
function findProblem(server: OAuthServer, asked: Dialog): string | undefined {
  const { settings, redirectUris } = server
  if (asked['client_id'] !== settings.clientId) return 'client_id is not known'
  const uri = asked['redirect_uri'] ?? ''
  if (!URL.canParse(uri)) return 'The parameter redirect_uri is required'
  if (redirectUris.size > 0 && !redirectUris.has(uri)) return 'redirect_uri mismatch'
  if (asked['response_type'] !== 'code') return 'The parameter response_type has to be code'
  if (!asked['state']) return 'The parameter state is required'
  const scopes = listScopes(asked)
  if (scopes.length === 0) return 'The parameter scope is required'
  const unknown = scopes.find((scope) => !settings.scopes.includes(scope))
  if (unknown !== undefined) return `The scope ${unknown} is not known`
  return challengeProblem(settings.pkce, asked) ?? settings.checkDialog?.(asked)
}

function challengeProblem(
  pkce: 'required' | 'optional' | 'none',
  asked: Dialog,
): string | undefined {
  const challenge = asked['code_challenge']
  if (pkce === 'none') return undefined
  if (challenge === undefined) return pkce === 'required' ? 'code_challenge is required' : undefined
  if (asked['code_challenge_method'] !== 'S256') return 'code_challenge_method has to be S256'
  return /^[A-Za-z0-9_-]{43}$/.test(challenge) ? undefined : 'code_challenge is malformed'
}

function decide(
  c: Context,
  server: OAuthServer,
  form: Record<string, unknown>,
): Response | Promise<Response> {
  const { settings } = server
  const asked = c.req.query()
  const problem = findProblem(server, asked)
  if (problem !== undefined)
    return c.html(networkPage('Cannot sign in', html`<p>${problem}</p>`), 400)
  const redirectUri = asked['redirect_uri'] ?? ''
  const back = new URL(redirectUri)
  back.searchParams.set('state', asked['state'] ?? '')
  if (form['decision'] !== 'approve') {
    const denied = settings.denied ?? {
      error: 'access_denied',
      error_description: 'The person said no',
    }
    for (const [name, value] of Object.entries(denied)) back.searchParams.set(name, value)
    return c.redirect(back.href, 303)
  }
  const ticked = [form['permission'] ?? []].flat().map(String)
  const fixed = settings.fixedScopes ?? []
  const scopes = listScopes(asked).filter(
    (scope) => ticked.includes(scope) || fixed.includes(scope),
  )
  const code = randomBytes(24).toString('base64url')
  server.codes.set(code, {
    redirectUri,
    userId: server.user(String(form['user'] ?? '')).id,
    scopes,
    challenge: settings.pkce === 'none' ? undefined : asked['code_challenge'],
    refreshable: settings.refresh !== 'none' && (settings.givesRefresh?.(asked, scopes) ?? true),
    expiresAt: new Date(server.now().getTime() + codeMs),
    used: undefined,
  })
  back.searchParams.set('code', code)
  return c.redirect(back.href, 303)
}

const ends = ['expired', 'revoked'] as const

/** Shows a network's tokens with forms to end them, and the faults for the next calls. */
function switches({ settings, tokens, faults }: OAuthServer): Markup {
  const to = `/${settings.network}/tokens`
  return html`<h2>Tokens</h2>
<p>Without a token, the form ends all access tokens. Revoking ends the refresh tokens, too.</p>
${form(to, { state: ends }, ['end'])}
${[...tokens.all.values()].map(({ value: token, grant: { userId }, kind, state }) =>
  showRecord(
    { kind, token, userId, state },
    form(to, { token: 'hidden', state: ends }, ['end'], { token }),
  ),
)}
${faultSwitches(settings.network, faults)}`
}

/** Mounts the forms in `switches`. */
function mountSwitches(app: Hono<SandboxEnv>, { settings, tokens, faults }: OAuthServer): void {
  const root = `/${settings.network}`
  mountForm(app, `${root}/tokens`, root, ({ text }) => {
    const state = text('state') === 'expired' ? 'expired' : 'revoked'
    if (text('token') === '') tokens.endAll(state)
    else tokens.end(text('token'), state)
  })
  mountFaultSwitches(app, settings.network, faults)
}
