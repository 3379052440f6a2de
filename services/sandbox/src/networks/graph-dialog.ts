import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { faultSwitches, mountFaultSwitches } from '../pages/fault-switches.ts'
import { form, mountForm } from '../pages/inspect.ts'
import { type Markup, networkPage } from '../pages/network-page.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { PagenetSandbox } from './pagenet/pagenet-state.ts'

/** The app fields for the sign-in. */
type GraphApp = Pick<PagenetSandbox, 'clientId' | 'redirectUris' | 'user' | 'codes'>

/** Mounts the consent dialog of a graph API network at `<root>/dialog`. */
export function mountGraphDialog(
  app: Hono<SandboxEnv>,
  root: string,
  { title, permissions }: { title: string; permissions: readonly string[] },
  state: GraphApp,
): void {
  app.get(`${root}/dialog`, (c) => {
    const asked = c.req.query()
    const problem = findProblem(state, asked)
    if (problem !== undefined)
      return c.html(networkPage('Cannot sign in', html`<p>${problem}</p>`), 400)
    // A login configuration defines the permissions. Without one the address lists them.
    const scopes = asked['scope']?.split(/[ ,]+/) ?? permissions
    return c.html(
      networkPage(
        title,
        html`<form method="post" action="${root}/dialog">
<input type="hidden" name="redirect_uri" value="${asked['redirect_uri'] ?? ''}">
<input type="hidden" name="state" value="${asked['state'] ?? ''}">
<p>${state.user.name} grants:</p>
${scopes.map((scope) => html`<p><label><input type="checkbox" name="permission" value="${scope}" checked> ${scope}</label></p>`)}
<button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></form>`,
      ),
    )
  })
  app.post(`${root}/dialog`, async (c) =>
    decide(c, state, { ...c.req.query(), ...(await c.req.parseBody({ all: true })) }),
  )
}

function findProblem(state: GraphApp, asked: Record<string, string>): string | undefined {
  if (asked['client_id'] !== state.clientId) return 'Invalid app id'
  const uri = asked['redirect_uri'] ?? ''
  if (!URL.canParse(uri)) return 'The parameter redirect_uri is required'
  if (state.redirectUris.size > 0 && !state.redirectUris.has(uri)) return 'redirect_uri mismatch'
  if (!asked['state']) return 'The parameter state is required'
  if (asked['response_type'] !== 'code') return 'The parameter response_type has to be code'
  if (!asked['scope'] && !asked['config_id']) return 'One of scope and config_id is required'
  return asked['scope'] && asked['config_id'] ? 'scope and config_id exclude each other' : undefined
}

function decide(c: Context, state: GraphApp, form: Record<string, unknown>): Response {
  const uri = String(form['redirect_uri'] ?? '')
  if (!URL.canParse(uri) || (state.redirectUris.size > 0 && !state.redirectUris.has(uri))) {
    return c.text('redirect_uri mismatch', 400)
  }
  const back = new URL(uri)
  back.searchParams.set('state', String(form['state'] ?? ''))
  if (form['decision'] === 'approve') {
    const code = randomBytes(18).toString('base64url')
    const permissions = [form['permission'] ?? []].flat().map(String)
    state.codes.set(code, { redirectUri: uri, permissions, used: false })
    back.searchParams.set('code', code)
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_reason', 'user_denied')
    back.searchParams.set('error_description', 'Permissions error')
  }
  return c.redirect(back.href, 303)
}

/** Mounts a graph API network's page: its accounts, and forms to end tokens and add faults. */
export function mountGraphPage(
  app: Hono<SandboxEnv>,
  network: string,
  { revokeAll, faults }: Pick<PagenetSandbox, 'revokeAll' | 'faults'>,
  showAccounts: () => Markup,
): void {
  const root = `/${network}`
  app.get(root, (c) => {
    const tokens = form(`${root}/tokens`, { state: ['revoked', 'expired'] }, ['end every token'])
    return c.html(
      networkPage(network, html`${showAccounts()}${tokens}${faultSwitches(network, faults)}`),
    )
  })
  mountForm(app, `${root}/tokens`, root, ({ text }) =>
    revokeAll(text('state') === 'expired' ? 'expired' : 'revoked'),
  )
  mountFaultSwitches(app, network, faults)
}
