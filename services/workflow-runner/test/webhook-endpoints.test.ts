import { listOperations } from '@atrium/http'
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

// Started while the file loads, because the test matrix derives from the mounted operations.
const harness = await startHarness([], { WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
afterAll(() => harness.stop())
const receiver = useReceiver()

const owner = () => harness.caller({ role: 'admin' })
const create = (caller: Caller) => createEndpoint(caller, receiver.url)

it('shows the secret of an endpoint once and stores it sealed', async () => {
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

it('creates an endpoint once per Idempotency-Key and seals the secret in the stored response', async () => {
  const caller = owner()
  const body = { url: receiver.url, events: ['task.created'] }
  const post = (key: string, sent: object = body) =>
    caller.call<Endpoint>('POST', '/api/webhook-endpoints', sent, { 'idempotency-key': key })
  const answers = await Promise.all([post('one'), post('one'), post('one')])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const [first] = answers.map((answer) => answer.body)
  expect(answers.map((answer) => answer.body)).toEqual([first, first, first])
  expect(first?.secret).toMatch(/^whsec_/)
  expect(
    answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true'),
  ).toHaveLength(2)
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

it('refuses invalid addresses and events', async () => {
  const caller = owner()
  for (const body of [
    { url: 'nonsense', events: ['*'] },
    { url: '', events: ['*'] },
    { url: 'ftp://example.com', events: ['*'] },
    { url: 'http://user:secret@example.com', events: ['*'] },
    { url: receiver.url, events: ['no.such_event'] },
    { url: receiver.url, events: [] },
    { url: receiver.url, events: ['*'], more: 1 },
  ]) {
    expect((await caller.call('POST', '/api/webhook-endpoints', body)).status).toBe(400)
  }
})

it('lets only admins change and delete endpoints', async () => {
  const caller = owner()
  const { id } = await create(caller)
  const path = `/api/webhook-endpoints/${id}`
  expect((await caller.call('PATCH', path, { enabled: false })).body).toMatchObject({
    enabled: false,
  })
  expect((await caller.call('GET', '/api/webhook-endpoints')).body).toMatchObject({ total: 1 })
  const member = harness.caller({ orgId: caller.principal.orgId, role: 'member' })
  expect((await member.call('PATCH', path, { enabled: true })).status).toBe(403)
  expect((await member.call('GET', path)).status).toBe(200)
  expect((await caller.call('DELETE', path)).status).toBe(204)
  expect((await caller.call('GET', path)).status).toBe(404)
})

const table = listOperations(harness.service.app).filter(({ path }) =>
  path.startsWith('/api/webhook-endpoints/{'),
)
it.each(table.map((operation) => [operation.id, operation] as const))(
  'responds with 404 to %s of another org',
  async (_, operation) => {
    const caller = owner()
    const { id } = await create(caller)
    await createCard(harness, caller)
    const [delivery] = await eventually(async () => {
      const found = await readDeliveries(caller, id)
      expect(found).toHaveLength(1)
      return found
    })
    const path = operation.path.replace('{id}', id).replace('{deliveryId}', delivery?.id ?? '')
    const body = operation.id === 'updateWebhookEndpoint' ? { enabled: false } : undefined
    expect(await owner().call(operation.method.toUpperCase(), path, body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await caller.call('GET', `/api/webhook-endpoints/${id}`)).body).toMatchObject({
      enabled: true,
    })
  },
)
