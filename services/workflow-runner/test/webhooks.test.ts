import { createHmac } from 'node:crypto'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { type Caller, startHarness } from './harness.ts'
import {
  createCard,
  createEndpoint,
  type Endpoint,
  readDeliveries,
  useReceiver,
} from './webhook-receiver.ts'

const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
afterAll(() => harness.stop())
const receiver = useReceiver()

const owner = () => harness.caller({ role: 'admin' })
const create = (caller: Caller, events?: string[]) => createEndpoint(caller, receiver.url, events)

it('signs a delivery by Standard Webhooks and sends it only to endpoints of the org that subscribe to the type', async () => {
  const caller = owner()
  const endpoint = await create(caller)
  const other = await create(caller, ['link.captured'])
  await create(owner())
  const eventId = await createCard(harness, caller)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  const [message] = receiver.received
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } = message?.headers ?? {}
  expect(id).toBe(eventId)
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(30)
  const key = Buffer.from(endpoint.secret.replace('whsec_', ''), 'base64')
  expect(signature).toBe(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${message?.body}`).digest('base64')}`,
  )
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'task.created',
    data: { title: 'Hello' },
  })
  await eventually(async () =>
    expect(await readDeliveries(caller, endpoint.id)).toMatchObject([
      { status: 'delivered', attempts: 1, eventId },
    ]),
  )
  expect(await readDeliveries(caller, other.id)).toEqual([])
})

it('lists a delivery by status and returns the body that was sent', async () => {
  const caller = owner()
  const endpoint = await create(caller)
  await createCard(harness, caller)
  const path = `/api/webhook-endpoints/${endpoint.id}/deliveries`
  const listed = async (status: string) =>
    (await caller.call<Endpoint>('GET', `${path}?status=${status}`)).body
  const [only] = await eventually(async () => {
    const { items } = await listed('delivered')
    expect(items).toHaveLength(1)
    return items
  })
  expect(await listed('failed')).toMatchObject({ items: [], total: 0 })
  expect((await caller.call('GET', `${path}?status=lost`)).status).toBe(400)
  const read = await caller.call('GET', `${path}/${only?.id}`)
  expect(read).toMatchObject({
    status: 200,
    body: { ...only, request: { body: receiver.received[0]?.body } },
  })
  const elsewhere = await create(caller)
  const moved = `/api/webhook-endpoints/${elsewhere.id}/deliveries/${only?.id}`
  expect((await caller.call('GET', moved)).status).toBe(404)
})

it('retries a refused delivery later under the same id, or at once when a user asks', async () => {
  const caller = owner()
  const endpoint = await create(caller, ['*'])
  receiver.answers.push(500, 302)
  await createCard(harness, caller)
  const failed = await eventually(async () => {
    const [only] = await readDeliveries(caller, endpoint.id)
    expect(only).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: 'Responded with status 500',
    })
    return only
  })
  await sql`update webhook_deliveries set next_at = now() where endpoint_id = ${endpoint.id}`.execute(
    harness.db,
  )
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({
      attempts: 2,
      error: 'Responded with status 302',
    }),
  )
  const again = await caller.call(
    'POST',
    `/api/webhook-endpoints/${endpoint.id}/deliveries/${failed?.id}/redeliver`,
  )
  expect(again).toMatchObject({ status: 202, body: { status: 'pending' } })
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'delivered' }),
  )
  const byItself = `/api/webhook-endpoints/deliveries/${failed?.id}/redeliver`
  expect((await owner().call('POST', byItself)).status).toBe(404)
  expect(await caller.call('POST', byItself)).toMatchObject({
    status: 202,
    body: { status: 'pending' },
  })
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'delivered' }),
  )
  expect(new Set(receiver.received.map((each) => each.headers['webhook-id'])).size).toBe(1)
})

it('gives up a delivery and disables its endpoint when the endpoint responds with 410, and notifies open pages', async () => {
  const caller = owner()
  const endpoint = await create(caller)
  const { bus } = harness
  const attempted = bus.subject(`events.${caller.principal.orgId}.workflow.webhook_attempted`)
  const attempts: unknown[] = []
  const subscription = bus.nc.subscribe(attempted, {
    callback: (_error, message) => void attempts.push(message.json()),
  })
  await bus.nc.flush()
  receiver.answers.push(410)
  await createCard(harness, caller)
  await eventually(() =>
    expect(attempts).toMatchObject([{ data: { endpointId: endpoint.id, status: 'failed' } }]),
  )
  subscription.unsubscribe()
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'failed' }),
  )
  await eventually(async () =>
    expect(
      (await caller.call<Endpoint>('GET', `/api/webhook-endpoints/${endpoint.id}`)).body.enabled,
    ).toBe(false),
  )
})

it('holds a delivery while its endpoint is disabled', async () => {
  const caller = owner()
  const endpoint = await create(caller)
  receiver.answers.push(500)
  await createCard(harness, caller)
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({ attempts: 1 }),
  )
  const path = `/api/webhook-endpoints/${endpoint.id}`
  await caller.call('PATCH', path, { enabled: false })
  await sql`update webhook_deliveries set next_at = now() where endpoint_id = ${endpoint.id}`.execute(
    harness.db,
  )
  // A later delivery to another endpoint was sent, so the worker has looked at both.
  const other = await create(caller)
  await createCard(harness, caller)
  await eventually(async () =>
    expect((await readDeliveries(caller, other.id))[0]).toMatchObject({ status: 'delivered' }),
  )
  expect(await readDeliveries(caller, endpoint.id)).toMatchObject([{ attempts: 1 }])
  await caller.call('PATCH', path, { enabled: true })
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({
      status: 'delivered',
      attempts: 2,
    }),
  )
})

it('takes over a delivery when its worker died', async () => {
  const caller = owner()
  const endpoint = await create(caller)
  receiver.answers.push(500)
  await createCard(harness, caller)
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({ attempts: 1 }),
  )
  await sql`update webhook_deliveries set worker_id = 'whk_dead', next_at = now() where endpoint_id = ${endpoint.id}`.execute(
    harness.db,
  )
  await eventually(async () =>
    expect((await readDeliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'delivered' }),
  )
})
