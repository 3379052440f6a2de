import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, type Harness, startHarness, toLocation } from './harness.ts'

let harness: Harness
let person: Caller
const paste = (token: string) => person('POST', '/api/connect/notebook/manual', { token })
const channels = async () =>
  (await person('GET', '/api/connectors')).body['items'] as unknown as object[]

beforeAll(async () => {
  harness = await startHarness({ networks: ['notebook'] })
})
afterAll(() => harness.stop())
beforeEach(() => {
  const { notebook } = harness.sandbox
  notebook.faults.clear()
  notebook.integrations.splice(0)
  person = harness.person()
})

test('names the channel of a pasted token after its workspace and shows the last four characters', async () => {
  const made = harness.sandbox.notebook.addIntegration('Atrium', 'Harbour Bakery')
  const answer = await paste(`  ${made.token} `)
  expect([answer.status, answer.body['channel']]).toEqual([
    201,
    expect.objectContaining({
      uri: `social://${made.id}@notion.so`,
      network: 'notebook',
      name: 'Harbour Bakery',
      badge: 'long_lived',
      config: { accountId: made.id, token: `••••${made.token.slice(-4)}` },
    }),
  ])
  expect(answer.text).not.toContain(made.token)
  expect(harness.sandbox.notebook.calls).toEqual(['GET /v1/users/me'])
})

test('replaces the token in the same channel if the integration gets a new token', async () => {
  const made = harness.sandbox.notebook.addIntegration('Atrium', 'Harbour Bakery')
  await paste(made.token)
  made.token = 'ntn_the-next-token-of-this-integration'
  expect((await paste(made.token)).status).toBe(201)
  expect(await channels()).toMatchObject([{ config: { token: '••••tion' } }])
})

test.each(['ntn_nobody-gave-this-token', 'with a line\nbreak in it', 'ключ'])(
  "rejects the token %j with the provider's message, without the token, and stores nothing",
  async (token) => {
    const answer = await paste(token)
    expect([answer.status, answer.body['code']]).toEqual([422, 'token_rejected'])
    expect(answer.text).not.toContain(token)
    expect(await channels()).toEqual([])
  },
)

test('responds with 503 and stores nothing if the provider is unavailable, rate limited or not understood', async () => {
  const { token } = harness.sandbox.notebook.addIntegration('Atrium', 'Harbour Bakery')
  for (const fault of [
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429, retryAfter: 7 },
    { kind: 'garbage' },
    { kind: 'cut_before' },
    { kind: 'slow', delayMs: 1_500 },
  ] as const) {
    harness.sandbox.notebook.faults.add(fault)
    const answer = await paste(token)
    expect([fault.kind, answer.status, answer.body['code']]).toEqual([
      fault.kind,
      503,
      'network_unavailable',
    ])
    if ('retryAfter' in fault) expect(answer.headers.get('retry-after')).toBe('7')
  }
  expect(await channels()).toEqual([])
})

test('limits an integration to three calls a second across all users of its token', async () => {
  const { token } = harness.sandbox.notebook.addIntegration('Atrium', 'Harbour Bakery')
  const started = performance.now()
  const answers = await Promise.all(Array.from({ length: 6 }, () => paste(token)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(performance.now() - started).toBeGreaterThan(1_600)
})

test('invalidates the channel when introspection finds a revoked token', async () => {
  const made = harness.sandbox.notebook.addIntegration('Atrium', 'Harbour Bakery')
  await paste(made.token)
  const look = () => person('GET', '/api/connect/notebook/introspect')
  expect((await look()).body).toEqual({ missingScopes: [], granular_scopes: [] })
  expect(await channels()).toMatchObject([{ status: 'active' }])
  made.state = 'revoked'
  expect((await look()).status).toBe(200)
  expect(await channels()).toMatchObject([{ status: 'invalidated' }])
})

test('refuses a dialog and redirects a returning browser to the dashboard', async () => {
  const answer = await person('GET', '/api/connect/notebook/start')
  expect([answer.status, answer.body['code']]).toEqual([400, 'not_configured'])
  expect(answer.body['detail']).toContain('notebook')
  const back = await person('GET', '/api/connect/notebook/callback?code=a&state=b')
  expect([back.status, toLocation(back).searchParams.get('error')]).toEqual([302, 'not_configured'])
})
