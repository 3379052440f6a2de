import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { faultSwitches, mountFaultSwitches } from '../fault-switches.ts'
import { networkPage } from '../network-page.ts'
import type { ModelSandbox } from './model-state.ts'

const shownRequests = 20
const states = ['valid', 'revoked', 'spent'] as const

export function mountModelPages(app: Hono<SandboxEnv>, model: ModelSandbox): void {
  app.get('/model', (c) =>
    c.html(
      networkPage(
        'Language model',
        html`<h2>Keys</h2>
${[...model.keys].map(
  ([key, state]) =>
    html`<form method="post" action="/model/keys"><p><code>${key}</code> ${state} <input type="hidden" name="key" value="${key}">
${states.map((next) => html`<button name="state" value="${next}">${next}</button> `)}</p></form>`,
)}
<form method="post" action="/model/keys"><input name="key" placeholder="sk-…" required> <button name="state" value="valid">New key</button></form>
<h2>Next answers</h2>
<p>In a prompt, [[refuse]], [[broken-json]], [[slow:500]], [[long]] and [[say:…]] have their effect, too.</p>
${model.scripts.map((script) => html`<p><code>${JSON.stringify(script)}</code></p>`)}
<form method="post" action="/model/scripts"><label>to prompts that contain <input name="match"></label>
<label>times <input name="times" type="number" value="1" min="1"></label>
<label>text <textarea name="text"></textarea></label> <button>Add</button></form>
<h2>Last prompts</h2>
${model.requests
  .slice(-shownRequests)
  .reverse()
  .map(
    ({ provider, model: name, prompt }) => html`<h3>${provider}, ${name}</h3><pre>${prompt}</pre>`,
  )}
${faultSwitches('model', model.faults)}`,
      ),
    ),
  )
  mountFaultSwitches(app, 'model', model.faults)
  app.post('/model/keys', async (c) => {
    const form = await c.req.parseBody()
    const state = states.find((known) => known === form['state']) ?? 'valid'
    const key = String(form['key'] ?? '').trim()
    if (key !== '') model.keys.set(key, state)
    return c.redirect('/model', 303)
  })
  app.post('/model/scripts', async (c) => {
    const form = await c.req.parseBody()
    const [match, text] = [String(form['match'] ?? ''), String(form['text'] ?? '')]
    model.script({ match, text, times: Number(form['times']) || 1 })
    return c.redirect('/model', 303)
  })
}
