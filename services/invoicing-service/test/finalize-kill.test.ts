import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraft } from './harness.ts'
import { type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.stop())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A second instance of the service, as a process of its own that can be killed. */
async function startVictim(): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: { ...harness.env, PATH: process.env['PATH'], INVOICING_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

const steps = [
  'POST /v1/customers',
  'POST /v1/tax_rates',
  'POST /v1/invoices',
  'POST /v1/invoiceitems',
  '/finalize',
  '/send',
]

test.each(steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
  'SIGKILL at %s, %s its effect: repeated, there is one processor invoice, one number, one row',
  async (step, moment) => {
    const { call, accountId } = await harness.seller()
    const id = await createDraft(call, {
      lineItems: [
        { description: 'One', quantity: 1, unitAmountCents: 1_000 },
        { description: 'Two', quantity: 2, unitAmountCents: 333 },
      ],
    })
    const victim = await startVictim()
    const ended = once(victim.child, 'exit')
    let killed = false
    harness.watch.observe = async (name, when) => {
      const hit = step.startsWith('POST') ? name === step : name.endsWith(step)
      if (killed || !hit || when !== moment) return
      killed = true
      victim.child.kill('SIGKILL')
      await ended
    }
    await harness
      .as(
        'admin',
        call.orgId,
        {},
        victim.url,
      )('POST', `/api/invoicing/${id}/finalize`)
      .then(
        () => expect.unreachable('the victim answered'),
        () => {},
      )
    delete harness.watch.observe
    expect(killed).toBe(true)
    const repeated = await call('POST', `/api/invoicing/${id}/finalize`)
    // Killed while the mail was being sent: the ledger had opened it already.
    expect(repeated.status).toBe(step === '/send' ? 409 : 200)
    const { body } = await call('GET', '/api/invoicing')
    expect(body).toMatchObject({
      total: 1,
      items: [{ id, status: 'open', number: expect.stringMatching(/-000001$/), totalAmountCents: 1_999 }],
    })
    const held = harness.sandbox.payments.state.accounts.get(accountId)
    expect([...(held?.invoices.values() ?? [])]).toMatchObject([{ status: 'open', total: 1_999 }])
    expect(held?.customers.size).toBe(1)
  },
  60_000,
)
