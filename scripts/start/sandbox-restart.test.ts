import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUpNewcomer } from '../newcomer/play-newcomer.ts'
import { findProcesses, launchPlatform, type PlatformProcess } from './platform-process.ts'

let home: string
let port: number
let platform: PlatformProcess

const launch = async () => {
  platform = launchPlatform(home, [], { API_PORT: String(port) })
  await platform.ready()
  return /Sandbox +(http:\S+)/.exec(platform.output())?.[1]
}
const nothingLeft = () =>
  eventually(async () => expect(await findProcesses(home)).toEqual([]), 30_000)
const submit = async (url: string, form: Record<string, string> = {}) =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })).status

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'atrium-sandbox-restart-'))
    port = await freePort()
  })
  afterAll(async () => {
    platform.child.kill('SIGKILL')
    await nothingLeft()
    await rm(home, { recursive: true, force: true })
  })

  test("continues an organisation's billing after a kill, and its customers can pay at the old links", async () => {
    const sandbox = await launch()
    const { client } = await signUpNewcomer(`http://localhost:${port}`, 'studio')
    expect(await submit((await client.payments.onboard()).url, { outcome: 'enable' })).toBe(303)
    const customer = await client.customers.create({
      body: { name: 'Bakery', email: 'a@bakery.example' },
    })
    const bill = async () => {
      const lineItems = [{ description: 'Work', quantity: 1, unitAmountCents: 10_000 }]
      const draft = await client.invoices.create({ body: { customerId: customer.id, lineItems } })
      return client.invoices.finalize({ params: { id: draft.id } })
    }
    await eventually(async () =>
      expect(await client.payments.status()).toMatchObject({ chargesEnabled: true }),
    )
    const first = await bill()
    expect(first.status).toBe('open')

    platform.child.kill('SIGKILL')
    await nothingLeft()
    expect(await launch()).toBe(sandbox)
    expect(await client.payments.status()).toMatchObject({ connected: true, chargesEnabled: true })
    expect((await bill()).status).toBe('open')
    expect(await submit(String(first.paymentsHostedInvoiceUrl))).toBe(303)
    await eventually(async () =>
      expect(await client.invoices.get({ params: { id: first.id } })).toMatchObject({
        status: 'paid',
      }),
    )
  })
})
