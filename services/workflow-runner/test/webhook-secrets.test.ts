import { createHmac } from 'node:crypto'
import { createSealedSecrets } from '@atrium/sealed-secrets'
import { startService } from '@atrium/service-kit'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createWorkflowRunner } from '../src/service.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { createCard, createEndpoint, type Endpoint, useReceiver } from './webhook-receiver.ts'

const receiver = useReceiver()

function toSignature(secret: string): string {
  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
const delivered = async (harness: Harness, caller: Caller) => {
  const before = receiver.received.length
  await createCard(harness, caller)
  await eventually(() => expect(receiver.received).toHaveLength(before + 1))
  return receiver.received.at(-1)?.headers['webhook-signature']
}

it('signs with the renewed secret first and with the old one for a day', async () => {
  const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  const caller = harness.caller({ role: 'admin' })
  const { id, secret: first } = await createEndpoint(caller, receiver.url)
  const path = `/api/webhook-endpoints/${id}/rotate-secret`
  const rotate = (key?: string) =>
    caller.call<Endpoint>(
      'POST',
      path,
      undefined,
      key === undefined ? {} : { 'idempotency-key': key },
    )
  const answer = await rotate('once')
  expect(answer).toMatchObject({ status: 200, body: { id, url: receiver.url, enabled: true } })
  const { secret: second } = answer.body
  expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(second).not.toBe(first)
  expect((await rotate('once')).body.secret).toBe(second)
  expect((await caller.call('GET', `/api/webhook-endpoints/${id}`)).body).not.toHaveProperty(
    'secret',
  )
  expect(await delivered(harness, caller)).toBe(`${toSignature(second)} ${toSignature(first)}`)

  const { secret: third } = (await rotate()).body
  expect(await delivered(harness, caller)).toBe(`${toSignature(third)} ${toSignature(second)}`)
  await sql`update webhook_endpoints set previous_until = now() where id = ${id}`.execute(
    harness.db,
  )
  expect(await delivered(harness, caller)).toBe(toSignature(third))

  const member = harness.caller({ orgId: caller.principal.orgId, role: 'member' })
  expect((await member.call('POST', path)).status).toBe(403)
  expect((await harness.caller({ role: 'admin' }).call('POST', path)).status).toBe(404)
  await harness.stop()
})

it('fails a delivery with the reason if its secret cannot be opened, until the secret is renewed', async () => {
  const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  const caller = harness.caller({ role: 'admin' })
  const { id } = await createEndpoint(caller, receiver.url)
  const derivation = { salt: 'atrium', key: 'webhook-secret', id: 'webhook-secret-id' }
  const lost = createSealedSecrets(derivation, 'an unknown key').seal('whsec_AAAA', id)
  await sql`update webhook_endpoints set secret = ${lost} where id = ${id}`.execute(harness.db)
  await createCard(harness, caller)
  const path = `/api/webhook-endpoints/${id}`
  await eventually(async () => {
    const { body } = await caller.call<{ items: object[] }>('GET', `${path}/deliveries`)
    expect(body.items).toMatchObject([
      {
        status: 'failed',
        attempts: 1,
        error: expect.stringContaining('secret'),
        nextAttemptAt: null,
      },
    ])
  })
  expect(receiver.received).toEqual([])
  const { secret } = (await caller.call<Endpoint>('POST', `${path}/rotate-secret`)).body
  expect(await delivered(harness, caller)).toBe(toSignature(secret))
  await harness.stop()
})

it('seals secrets under the new key at boot, and then opens them with the new key alone', async () => {
  const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  const caller = harness.caller({ role: 'admin' })
  const { id, secret } = await createEndpoint(caller, receiver.url)
  const stored = async () =>
    (
      await harness.db
        .selectFrom('webhook_endpoints')
        .select('secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).secret
  const first = await stored()
  await harness.service.stop()

  const under = async (changes: Record<string, string>) => {
    const service = await startService(createWorkflowRunner(), {
      env: { ...harness.env, ...changes },
      port: 0,
    })
    expect(await delivered(harness, caller)).toBe(toSignature(secret))
    await service.stop()
    return stored()
  }
  const second = await under({ WEBHOOK_SECRET_ENCRYPTION_KEY: 'a-key-of-its-own' })
  expect(second).not.toBe(first)
  // The session secret no longer takes part in sealing.
  const session = { AUTH_SESSION_SECRET: 'another-session-secret-of-this-test' }
  expect(await under({ ...session, WEBHOOK_SECRET_ENCRYPTION_KEY: 'a-key-of-its-own' })).toBe(
    second,
  )
  const rotated = {
    WEBHOOK_SECRET_ENCRYPTION_KEY: 'the-next-key',
    WEBHOOK_SECRET_ENCRYPTION_KEY_PREVIOUS: 'a-key-of-its-own',
  }
  const third = await under({ ...session, ...rotated })
  expect(third).not.toBe(second)
  expect(await under({ ...session, WEBHOOK_SECRET_ENCRYPTION_KEY: 'the-next-key' })).toBe(third)
  await harness.stop()
})

it('reports the same error for a refused host and for an unknown one', async () => {
  const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'refuse' })
  const caller = harness.caller({ role: 'admin' })
  const errors: unknown[] = []
  for (const host of ['127.0.0.1', 'localhost', 'no-such-name.invalid']) {
    const { id } = await createEndpoint(caller, 'http://example.com/')
    // Simulates a DNS name with a public address on save and an internal address later.
    await sql`update webhook_endpoints set url = ${`http://${host}:8081/`} where id = ${id}`.execute(
      harness.db,
    )
    await createCard(harness, caller)
    await eventually(async () => {
      const { body } = await caller.call<{ items: { error: string | null }[] }>(
        'GET',
        `/api/webhook-endpoints/${id}/deliveries`,
      )
      expect(body.items[0]?.error).toEqual(expect.any(String))
      errors.push(body.items[0]?.error)
    })
    await caller.call('DELETE', `/api/webhook-endpoints/${id}`)
  }
  expect(new Set(errors)).toEqual(new Set(['We could not reach this website. Check the address.']))
  for (const host of ['[::127.0.0.1]', '168.63.129.16', '[64:ff9b::a00:1]', '[fd00:ec2::254]']) {
    const body = { url: `http://${host}/`, events: ['*'] }
    expect((await caller.call('POST', '/api/webhook-endpoints', body)).status, host).toBe(400)
  }
  await harness.stop()
})
