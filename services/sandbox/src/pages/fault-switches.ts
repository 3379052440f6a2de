import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { SandboxEnv } from '../payments/mount-api.ts'
import type { Fault, Faults } from './faults.ts'
import { form, mountForm, showRecord } from './inspect.ts'
import type { Markup } from './network-page.ts'

const kinds: readonly Fault['kind'][] = ['status', 'cut_before', 'cut_after', 'garbage', 'slow']
const counts = {
  times: 'number',
  status: 'number',
  retryAfter: 'number',
  delayMs: 'number',
} as const

/** Shows the faults for a network's next calls, and a form to add one. */
export const faultSwitches = (network: string, faults: Faults): Markup => html`<h2>Failures</h2>
<p>A failure affects calls whose name contains <b>match</b>, for example "${network} POST /".</p>
${faults.list.map((fault) => showRecord(fault))}
${form(`/${network}/faults`, { kind: kinds, match: 'text', ...counts }, ['add', 'clear'], { times: 1, status: 500, delayMs: 1_000 })}`

export function mountFaultSwitches(app: Hono<SandboxEnv>, network: string, faults: Faults): void {
  mountForm(app, `/${network}/faults`, `/${network}`, ({ text }) => {
    if (text('do') === 'clear') return faults.clear()
    const retryAfter = Number(text('retryAfter'))
    faults.add({
      kind: kinds.find((kind) => kind === text('kind')) ?? 'status',
      match: text('match'),
      times: Number(text('times')) || 1,
      status: Number(text('status')) || 500,
      delayMs: Number(text('delayMs')) || 1_000,
      ...(retryAfter > 0 ? { retryAfter } : {}),
    })
  })
}
