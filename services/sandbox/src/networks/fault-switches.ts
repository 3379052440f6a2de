import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { Fault, Faults } from '../payments/faults.ts'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { Markup } from './network-page.ts'

const kinds: readonly Fault['kind'][] = ['status', 'cut_before', 'cut_after', 'garbage', 'slow']

/** Shows the faults for a network's next calls, and a form to add one. */
export const faultSwitches = (network: string, faults: Faults): Markup => html`<h2>Failures</h2>
${faults.list.map((fault) => html`<p><code>${JSON.stringify(fault)}</code></p>`)}
<form method="post" action="/${network}/faults">
<select name="kind">${kinds.map((kind) => html`<option>${kind}</option>`)}</select>
<label>of calls that contain <input name="match" placeholder="${network} POST /…"></label>
<label>times <input name="times" type="number" value="1" min="1"></label>
<label>status <input name="status" type="number" value="500"></label>
<label>Retry-After <input name="retryAfter" type="number"></label>
<label>delay in ms <input name="delayMs" type="number" value="1000"></label>
<button name="do" value="add">Add</button> <button name="do" value="clear">Clear all</button></form>`

export function mountFaultSwitches(app: Hono<SandboxEnv>, network: string, faults: Faults): void {
  app.post(`/${network}/faults`, async (c) => {
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
    return c.redirect(`/${network}`, 303)
  })
}
