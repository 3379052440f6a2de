import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness } from './harness.ts'

let harness: Harness
let person: Caller
const connect = (body: object) => person('POST', '/api/connect/model/manual', body)
const channels = async () =>
  (await person('GET', '/api/connectors')).body['items'] as unknown as Record<string, unknown>[]
let keys = 0
const newKey = () => {
  keys += 1
  return harness.sandbox.model.addKey(`sk-key-number-${keys}-of-a-person`)
}

beforeAll(async () => {
  harness = await startHarness({ networks: ['model'], networkTimeoutMs: 1_000 })
})
afterAll(() => harness.stop())
beforeEach(() => {
  harness.sandbox.model.faults.clear()
  person = harness.person()
})

test('creates a channel that shows the last four characters of a valid key', async () => {
  const apiKey = newKey()
  const answer = await connect({
    provider: 'direct',
    apiKey: ` ${apiKey} `,
    model: 'gpt-5-mini',
    name: 'Ours',
  })
  expect([answer.status, answer.body['channel']]).toEqual([
    201,
    expect.objectContaining({
      network: 'model',
      name: 'Ours',
      status: 'active',
      badge: 'long_lived',
      config: expect.objectContaining({
        provider: 'direct',
        model: 'gpt-5-mini',
        token: `••••${apiKey.slice(-4)}`,
      }),
    }),
  ])
  expect(answer.text).not.toContain(apiKey)
  expect(harness.sandbox.model.calls.at(-1)).toBe('GET /direct/v1/models')
  const [row] = await harness.deps.db.selectFrom('channels').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain(apiKey)
})

test('names a channel after its model or provider if no name is given', async () => {
  await connect({ provider: 'gateway', apiKey: newKey() })
  await connect({ provider: 'gateway', apiKey: newKey(), model: 'openai/gpt-5' })
  expect((await channels()).map(({ name }) => name)).toEqual(['openai/gpt-5', 'Model gateway'])
})

test('creates a separate channel unless key, model and name are the same', async () => {
  const apiKey = newKey()
  for (const more of [{}, {}, { name: 'Second' }, { model: 'sandbox/small' }]) {
    await connect({ provider: 'gateway', apiKey, ...more })
  }
  expect(await channels()).toHaveLength(3)
})

test('replaces a revoked key if a new key is connected under the same name', async () => {
  const apiKey = newKey()
  await connect({ provider: 'gateway', apiKey, name: 'Ours' })
  const [before] = await channels()
  harness.sandbox.model.keys.set(apiKey, 'revoked')
  expect((await person('GET', '/api/connect/model/introspect')).status).toBe(200)
  expect(await channels()).toMatchObject([{ status: 'invalidated' }])
  await connect({ provider: 'gateway', apiKey: newKey(), name: 'Ours' })
  expect(await channels()).toMatchObject([{ id: before?.['id'], status: 'active' }])
})

test.each(['sk-nobody-gave-this-key', 'with a line\nbreak in it', 'ключ'])(
  "rejects the key %j with the provider's message, without the key, and stores nothing",
  async (apiKey) => {
    const answer = await connect({ provider: 'gateway', apiKey })
    expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
    expect(answer.text).not.toContain(apiKey)
    expect(await channels()).toEqual([])
  },
)

test.each([
  {},
  { provider: 'gateway' },
  { provider: 'other', apiKey: 'sk-a' },
  { provider: 'gateway', apiKey: ' ' },
  { provider: 'gateway', apiKey: 'sk-a', model: 'two words' },
  { provider: 'gateway', apiKey: 'sk-a', baseUrl: 'https://elsewhere.test' },
])('rejects an invalid body with 400: %j', async (body) => {
  const answer = await connect(body)
  expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed'])
})

test('responds with 503 and stores nothing if the provider is unavailable or not understood', async () => {
  const apiKey = newKey()
  for (const fault of [
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429, retryAfter: 7 },
    { kind: 'garbage' },
    { kind: 'cut_before' },
    { kind: 'slow', delayMs: 1_500 },
  ] as const) {
    harness.sandbox.model.faults.add(fault)
    const answer = await connect({ provider: 'gateway', apiKey })
    expect([fault.kind, answer.status, answer.body['code']]).toEqual([
      fault.kind,
      503,
      'network_unavailable',
    ])
  }
  expect(await channels()).toEqual([])
})

test('shows a shared channel to colleagues without its key, and never to another organisation', async () => {
  const apiKey = newKey()
  await connect({ provider: 'gateway', apiKey })
  const [channel] = await channels()
  const colleague = harness.person({ orgId: person.orgId, role: 'member' })
  const seen = async (caller: Caller) => (await caller('GET', '/api/connectors')).text
  expect(await seen(colleague)).not.toContain('language-model')
  await person('PATCH', `/api/connectors/${String(channel?.['id'])}`, { shared: true })
  expect(await seen(colleague)).toContain('language-model')
  expect(await seen(colleague)).not.toContain(apiKey)
  expect(await seen(harness.person())).not.toContain('language-model')
})
