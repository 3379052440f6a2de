import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../payments/mount-api.ts'
import { faultSwitches, mountFaultSwitches } from './fault-switches.ts'
import type { Markup } from './network-page.ts'
import type { OAuthServer } from './oauth-state.ts'

/** The tokens of a network, each with its switches, and the failures of the next calls. */
export function switches({ settings, tokens, faults }: OAuthServer): Markup {
  const root = `/${settings.network}`
  return html`<h2>Tokens</h2>
${[...tokens.all.values()].map(
  ({ value, kind, state, grant }) =>
    html`<form method="post" action="${root}/tokens"><input type="hidden" name="token" value="${value}">
<code>${kind} …${value.slice(-6)}</code> ${grant.userId}, ${state}
<button name="state" value="expired">Expire</button> <button name="state" value="revoked">Revoke</button></form>`,
)}
<form method="post" action="${root}/tokens"><button name="state" value="expired">Let every access token expire</button>
<button name="state" value="revoked">Revoke every token</button></form>
${faultSwitches(settings.network, faults)}`
}

/** Mounts the actions of the buttons of `switches`. */
export function mountSwitches(app: Hono<SandboxEnv>, { settings, tokens, faults }: OAuthServer): void {
  const root = `/${settings.network}`
  app.post(`${root}/tokens`, async (c) => {
    const form = await c.req.parseBody()
    const state = form['state'] === 'expired' ? 'expired' : 'revoked'
    if (typeof form['token'] === 'string') tokens.end(form['token'], state)
    else tokens.endAll(state)
    return c.redirect(root, 303)
  })
  mountFaultSwitches(app, settings.network, faults)
}
