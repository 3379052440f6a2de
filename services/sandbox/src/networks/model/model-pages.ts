import type { Hono } from 'hono'
import { html } from 'hono/html'
import { faultSwitches, mountFaultSwitches } from '../../pages/fault-switches.ts'
import { form, mountForm, showRecord } from '../../pages/inspect.ts'
import { networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { ModelSandbox } from './model-state.ts'

const shownRequests = 20
const states = ['valid', 'revoked', 'spent'] as const

export function mountModelPages(app: Hono<SandboxEnv>, model: ModelSandbox): void {
  app.get('/model', (c) =>
    c.html(
      networkPage(
        'Language model',
        html`<h2>Keys</h2>
${form('/model/keys', { key: 'required', state: states }, ['set'])}
${[...model.keys].map(([key, state]) =>
  showRecord(
    { key, state },
    form('/model/keys', { key: 'hidden', state: states }, ['set'], { key, state }),
  ),
)}
<h2>Next responses</h2>
<p>The marks [[refuse]], [[broken-json]], [[slow:500]], [[long]] and [[say:…]] work in every prompt. A response is for prompts that contain <b>match</b>.</p>
${form('/model/scripts', { match: 'text', times: 'number', text: 'lines' }, ['add'], { times: 1 })}
${model.scripts.map((script) => showRecord(script))}
<h2>Last prompts</h2>
${model.requests
  .slice(-shownRequests)
  .reverse()
  .map((request) => showRecord({ ...request, key: '' }))}
${faultSwitches('model', model.faults)}`,
      ),
    ),
  )
  mountFaultSwitches(app, 'model', model.faults)
  mountForm(app, '/model/keys', '/model', ({ text }) => {
    const state = states.find((known) => known === text('state')) ?? 'valid'
    const key = text('key').trim()
    if (key !== '') model.keys.set(key, state)
  })
  mountForm(app, '/model/scripts', '/model', ({ text }) =>
    model.script({ match: text('match'), text: text('text'), times: Number(text('times')) || 1 }),
  )
}
