import { listOperations } from '@atrium/http'
import { afterAll, expect, it } from 'vitest'
import { diamond } from './graphs.ts'
import { startHarness } from './harness.ts'

// Started while the file loads, because the test matrix derives from the mounted operations.
const harness = await startHarness()
const caller = harness.caller()
afterAll(() => harness.stop())

interface Body {
  code: string
  total: number
}

const operations = listOperations(harness.service.app)
// Webhook endpoints, credentials and skills have such a table in their own test files.
const table = operations.filter(
  ({ path, access }) =>
    path.includes('{') && path.startsWith('/api/workflows') && access !== 'public',
)

const bodies: ReadonlyMap<string, object> = new Map<string, object>([
  ['updateWorkflow', { name: 'taken' }],
  ['putPin', { outputs: {} }],
])

it.each(table.map((operation) => [operation.id, operation] as const))(
  'responds with 404 to %s of another org and changes nothing',
  async (_, operation) => {
    const stranger = harness.caller({ role: 'owner' })
    const id = await caller.create(diamond())
    const run = await caller.runToEnd(id)
    const before = (await caller.call('GET', `/api/workflows/${id}`)).body
    const given = { id, runId: run.id, n: '1', nodeId: 'start' }
    const path = Object.entries(given).reduce<string>(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      operation.path,
    )
    const body = bodies.get(operation.id)
    const answer = await stranger.call(operation.method.toUpperCase(), path, body)
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await caller.call('GET', `/api/workflows/${id}`)).body).toEqual(before)
    expect(
      await harness.db.selectFrom('runs').select('id').where('workflow_id', '=', id).execute(),
    ).toHaveLength(1)
  },
)

// A workflow's address has its own secret. `hooks.test.ts` covers the address.
const ofMembers = operations.filter(({ access }) => access !== 'public')

it.each(ofMembers.map((operation) => [operation.id, operation] as const))(
  'requires a signed-in principal and an org for %s',
  async (_, operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, 'x')
    const anonymous = await fetch(`${harness.service.url}${path}`, {
      method: operation.method.toUpperCase(),
    })
    expect(anonymous.status).toBe(401)
    const homeless = await harness
      .caller({ orgId: null, role: null })
      .call<Body>(operation.method.toUpperCase(), path)
    expect(homeless.body.code).toBe(operation.access === 'operator' ? 'forbidden' : 'no_active_org')
  },
)

it('lists the records of one org only', async () => {
  const stranger = harness.caller()
  expect((await stranger.call<Body>('GET', '/api/workflows')).body.total).toBe(0)
  expect((await stranger.call('GET', '/api/workflows/system.generate-invoices')).status).toBe(404)
})
