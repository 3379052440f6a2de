import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CardCreated } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { operationsOf } from '@atrium/http'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startHarness } from './harness.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

// Started before the collection of the tests: the matrix derives from the mounted operations.
const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
let receiver: Server
let url = ''
let answers: number[] = []
const received: Received[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end('ok')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await harness.stop()
})
beforeEach(() => {
  answers = []
  received.length = 0
})

interface Endpoint {
  id: string
  secret: string
  items: { id: string; status: string; attempts: number; error: string | null; eventId: string }[]
  enabled: boolean
}
const owner = () => harness.caller({ role: 'admin' })
const create = async (caller: Caller, events = ['task.created'], to = url) =>
  (await caller.call<Endpoint>('POST', '/api/webhook-endpoints', { url: to, events })).body
const happen = (caller: Caller, title = 'Hello') =>
  inTransaction(harness.db, undefined, (tx) =>
    emit(tx, CardCreated, caller.principal.orgId, {
      taskId: 'task_1',
      kind: 'task',
      title,
      status: 'todo',
      tags: [],
      ownerId: 'usr_1',
    }),
  )
const deliveries = async (caller: Caller, id: string) =>
  (await caller.call<Endpoint>('GET', `/api/webhook-endpoints/${id}/deliveries`)).body.items

describe('a delivery', () => {
  it('is signed by Standard Webhooks, and goes only to endpoints of the org that subscribe to the type', async () => {
    const caller = owner()
    const endpoint = await create(caller)
    const other = await create(caller, ['link.captured'])
    await create(owner())
    const eventId = await happen(caller)
    await eventually(() => expect(received).toHaveLength(1))
    const [message] = received
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
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'task.created', data: { title: 'Hello' } })
    await eventually(async () =>
      expect(await deliveries(caller, endpoint.id)).toMatchObject([
        { status: 'delivered', attempts: 1, eventId },
      ]),
    )
    expect(await deliveries(caller, other.id)).toEqual([])
  })

  it('is listed by its status, and read with the body that was sent', async () => {
    const caller = owner()
    const endpoint = await create(caller)
    await happen(caller)
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
    expect(read).toMatchObject({ status: 200, body: { ...only, request: { body: received[0]?.body } } })
    const elsewhere = await create(caller)
    const moved = `/api/webhook-endpoints/${elsewhere.id}/deliveries/${only?.id}`
    expect((await caller.call('GET', moved)).status).toBe(404)
  })

  it('that is refused is retried later under the same id, and by hand at once', async () => {
    const caller = owner()
    const endpoint = await create(caller, ['*'])
    answers = [500, 302]
    await happen(caller)
    const failed = await eventually(async () => {
      const [only] = await deliveries(caller, endpoint.id)
      expect(only).toMatchObject({ status: 'pending', attempts: 1, error: 'Answered 500' })
      return only
    })
    await sql`update webhook_deliveries set next_at = now() where endpoint_id = ${endpoint.id}`.execute(
      harness.db,
    )
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({
        attempts: 2,
        error: 'Answered 302',
      }),
    )
    const again = await caller.call(
      'POST',
      `/api/webhook-endpoints/${endpoint.id}/deliveries/${failed?.id}/redeliver`,
    )
    expect(again).toMatchObject({ status: 202, body: { status: 'pending' } })
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'delivered' }),
    )
    expect(new Set(received.map((each) => each.headers['webhook-id'])).size).toBe(1)
  })

  it('answered with 410 is given up and its endpoint disabled, which open pages learn', async () => {
    const caller = owner()
    const endpoint = await create(caller)
    const { bus } = harness
    const attempted = bus.subject(`events.${caller.principal.orgId}.workflow.webhook_attempted`)
    const attempts: unknown[] = []
    const subscription = bus.nc.subscribe(attempted, {
      callback: (_error, message) => void attempts.push(message.json()),
    })
    await bus.nc.flush()
    answers = [410]
    await happen(caller)
    await eventually(() =>
      expect(attempts).toMatchObject([{ data: { endpointId: endpoint.id, status: 'failed' } }]),
    )
    subscription.unsubscribe()
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'failed' }),
    )
    await eventually(async () =>
      expect((await caller.call<Endpoint>('GET', `/api/webhook-endpoints/${endpoint.id}`)).body.enabled).toBe(
        false,
      ),
    )
  })

  it('waits while its endpoint is disabled', async () => {
    const caller = owner()
    const endpoint = await create(caller)
    answers = [500]
    await happen(caller)
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({ attempts: 1 }),
    )
    const path = `/api/webhook-endpoints/${endpoint.id}`
    await caller.call('PATCH', path, { enabled: false })
    await sql`update webhook_deliveries set next_at = now() where endpoint_id = ${endpoint.id}`.execute(
      harness.db,
    )
    // A later delivery of another endpoint has gone out: the worker looked at both.
    const other = await create(caller)
    await happen(caller)
    await eventually(async () =>
      expect((await deliveries(caller, other.id))[0]).toMatchObject({ status: 'delivered' }),
    )
    expect(await deliveries(caller, endpoint.id)).toMatchObject([{ attempts: 1 }])
    await caller.call('PATCH', path, { enabled: true })
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'delivered', attempts: 2 }),
    )
  })

  it('of a worker that died is taken up by another', async () => {
    const caller = owner()
    const endpoint = await create(caller)
    answers = [500]
    await happen(caller)
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({ attempts: 1 }),
    )
    await sql`update webhook_deliveries set worker_id = 'whk_dead', next_at = now() where endpoint_id = ${endpoint.id}`.execute(
      harness.db,
    )
    await eventually(async () =>
      expect((await deliveries(caller, endpoint.id))[0]).toMatchObject({ status: 'delivered' }),
    )
  })
})

describe('endpoints', () => {
  it('show their secret once, and keep it sealed', async () => {
    const caller = owner()
    const endpoint = await create(caller)
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const read = await caller.call('GET', `/api/webhook-endpoints/${endpoint.id}`)
    expect(read.body).not.toHaveProperty('secret')
    const row = await harness.db
      .selectFrom('webhook_endpoints')
      .select('secret')
      .where('id', '=', endpoint.id)
      .executeTakeFirstOrThrow()
    expect(row.secret).not.toContain(endpoint.secret)
  })

  it('are created once under an Idempotency-Key, whose stored answer keeps the secret sealed', async () => {
    const caller = owner()
    const body = { url, events: ['task.created'] }
    const post = (key: string, sent: object = body) =>
      caller.call<Endpoint>('POST', '/api/webhook-endpoints', sent, { 'idempotency-key': key })
    const answers = await Promise.all([post('one'), post('one'), post('one')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const [first] = answers.map((answer) => answer.body)
    expect(answers.map((answer) => answer.body)).toEqual([first, first, first])
    expect(first?.secret).toMatch(/^whsec_/)
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2)
    const list = await caller.call<{ total: number }>('GET', '/api/webhook-endpoints')
    expect(list.body.total).toBe(1)
    const { rows } = await sql<{ kept: string }>`select body as kept from idempotency_keys`.execute(
      harness.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).not.toContain('whsec_')
    expect((await post('one', { ...body, enabled: false })).status).toBe(409)
    expect((await post('two')).body.secret).not.toBe(first?.secret)
  })

  it('refuse addresses and events that make no sense', async () => {
    const caller = owner()
    for (const body of [
      { url: 'nonsense', events: ['*'] },
      { url: '', events: ['*'] },
      { url: 'ftp://example.com', events: ['*'] },
      { url: 'http://user:secret@example.com', events: ['*'] },
      { url, events: ['no.such_event'] },
      { url, events: [] },
      { url, events: ['*'], more: 1 },
    ]) {
      expect((await caller.call('POST', '/api/webhook-endpoints', body)).status).toBe(400)
    }
  })

  it('are changed and deleted, and only admins may', async () => {
    const caller = owner()
    const { id } = await create(caller)
    const path = `/api/webhook-endpoints/${id}`
    expect((await caller.call('PATCH', path, { enabled: false })).body).toMatchObject({ enabled: false })
    expect((await caller.call('GET', '/api/webhook-endpoints')).body).toMatchObject({ total: 1 })
    const member = harness.caller({ orgId: caller.principal.orgId, role: 'member' })
    expect((await member.call('PATCH', path, { enabled: true })).status).toBe(403)
    expect((await member.call('GET', path)).status).toBe(200)
    expect((await caller.call('DELETE', path)).status).toBe(204)
    expect((await caller.call('GET', path)).status).toBe(404)
  })

  const table = operationsOf(harness.service.app).filter(({ path }) =>
    path.startsWith('/api/webhook-endpoints/{'),
  )
  it.each(table.map((operation) => [operation.id, operation] as const))(
    '%s of another org answers 404',
    async (_, operation) => {
      const caller = owner()
      const { id } = await create(caller)
      await happen(caller)
      const [delivery] = await eventually(async () => {
        const found = await deliveries(caller, id)
        expect(found).toHaveLength(1)
        return found
      })
      const path = operation.path.replace('{id}', id).replace('{deliveryId}', delivery?.id ?? '')
      const body = operation.id === 'updateWebhookEndpoint' ? { enabled: false } : undefined
      expect(await owner().call(operation.method.toUpperCase(), path, body)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      expect((await caller.call('GET', `/api/webhook-endpoints/${id}`)).body).toMatchObject({ enabled: true })
    },
  )
})
