import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Fault } from '../payments/faults.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { Markup } from './network-page.ts'
import type { OAuthServer } from './oauth-server.ts'

const kinds: readonly Fault['kind'][] = ['status', 'cut_before', 'cut_after', 'garbage', 'slow']

/** The tokens of a network, each with its switches, and what goes wrong with the next calls. */
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
<h2>Failures</h2>
${faults.list.map((fault) => html`<p><code>${JSON.stringify(fault)}</code></p>`)}
<form method="post" action="${root}/faults">
<select name="kind">${kinds.map((kind) => html`<option>${kind}</option>`)}</select>
<label>of calls with <input name="match" placeholder="${settings.network} POST /…"></label>
<label>times <input name="times" type="number" value="1" min="1"></label>
<label>status <input name="status" type="number" value="500"></label>
<label>Retry-After <input name="retryAfter" type="number"></label>
<label>delay in ms <input name="delayMs" type="number" value="1000"></label>
<button name="do" value="add">Add</button> <button name="do" value="clear">Clear all</button></form>`
}

/** Mounts what the buttons of `switches` do. */
export function mountSwitches(app: Hono<SandboxEnv>, { settings, tokens, faults }: OAuthServer): void {
  const root = `/${settings.network}`
  app.post(`${root}/tokens`, async (c) => {
    const form = await c.req.parseBody()
    const state = form['state'] === 'expired' ? 'expired' : 'revoked'
    if (typeof form['token'] === 'string') tokens.end(form['token'], state)
    else tokens.endAll(state)
    return c.redirect(root, 303)
  })
  app.post(`${root}/faults`, async (c) => {
    const form = await c.req.parseBody()
    if (form['do'] === 'clear') faults.clear()
    else {
      const kind = kinds.find((known) => known === form['kind']) ?? 'status'
      const retryAfter = Number(form['retryAfter'] || Number.NaN)
      faults.add({
        kind,
        match: String(form['match'] ?? ''),
        times: Number(form['times']) || 1,
        status: Number(form['status']) || 500,
        delayMs: Number(form['delayMs']) || 1_000,
        ...(Number.isNaN(retryAfter) ? {} : { retryAfter }),
      })
    }
    return c.redirect(root, 303)
  })
}
