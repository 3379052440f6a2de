import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diamond, edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness()
  caller = harness.caller()
})
afterAll(() => harness.stop())

interface Body {
  id: string
  active: boolean
  code: string
  errors: { path: string; message: string; code?: string }[]
  items: {
    id: string
    type: string
    inputs: Record<string, unknown>
    outputs: string[]
    payload: unknown[]
  }[]
  total: number
}

describe('a workflow', () => {
  it('creates an inactive workflow, and reads, lists, changes and deletes it', async () => {
    const body = { name: ' Mine ', description: 'Text', graph: diamond(), active: true }
    const created = await caller.call<Body>('POST', '/api/workflows', body)
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: 'Mine',
        description: 'Text',
        active: false,
        orgId: caller.principal.orgId,
        ownerId: caller.principal.userId,
      },
    })
    expect(created.headers.get('location')).toBe(`/api/workflows/${created.body.id}`)
    const path = `/api/workflows/${created.body.id}`
    const read = await caller.call<Body>('GET', path)
    expect(read.body).toEqual(created.body)
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
    const list = await caller.call<Body>('GET', '/api/workflows?limit=1')
    expect(list.body).toMatchObject({
      total: 1,
      limit: 1,
      offset: 0,
      items: [{ id: created.body.id }],
    })
    const changed = await caller.call<Body>('PATCH', path, { active: true, description: null })
    expect(changed).toMatchObject({ status: 200, body: { active: true, description: null } })
    expect(changed.headers.get('etag')).not.toBe(read.headers.get('etag'))
    expect((await caller.call('DELETE', path)).status).toBe(204)
    expect((await caller.call('GET', path)).status).toBe(404)
  })

  it('lists graphs as database text, so that long numbers keep their digits', async () => {
    const id = await caller.create(diamond(), 'listed')
    const exact = '12345678901234567890.5'
    await sql`update workflows set graph = jsonb_set(graph, '{nodes,0,position,x}', ${exact}::jsonb)
      where id = ${id}`.execute(harness.db)
    const text = await (await caller.open('/api/workflows?limit=100')).text()
    expect(text).toContain(exact)
    const list = JSON.parse(text) as {
      items: { id: string }[]
      limit: number
      offset: number
      total: number
    }
    expect(list).toMatchObject({ limit: 100, offset: 0, total: list.items.length })
    const alone = (await caller.call('GET', `/api/workflows/${id}`)).body
    expect(list.items.find((each) => each.id === id)).toEqual(alone)
    await caller.call('DELETE', `/api/workflows/${id}`)
  })

  it('keeps folder and tags, and lists workflows and labels by them', async () => {
    const filed = harness.caller()
    const save = async (name: string, rest: object) =>
      (await filed.call<Body>('POST', '/api/workflows', { name, graph: diamond(), ...rest })).body
        .id
    const names = async (query: string) => {
      const { body } = await filed.call<{ items: { name: string }[]; total: number }>(
        'GET',
        `/api/workflows?${query}`,
      )
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ name }) => name)
    }
    const first = await save('First', { folder: ' Clients ', tags: ['money', 'money', ' mail '] })
    await save('Second', { folder: 'Clients', tags: ['mail'] })
    await save('Third', {})
    expect((await filed.call('GET', `/api/workflows/${first}`)).body).toMatchObject({
      folder: 'Clients',
      tags: ['money', 'mail'],
    })
    expect(await names('folder=Clients&view=summary')).toEqual(['Second', 'First'])
    expect(await names('folder=')).toEqual(['Third'])
    expect(await names('folder=clients')).toEqual([])
    expect(await names('tag=mail')).toEqual(['Second', 'First'])
    expect(await names('tag=mail&tag=money&view=summary')).toEqual(['First'])
    expect((await filed.call('GET', '/api/workflows/labels')).body).toEqual({
      folders: [{ name: 'Clients', workflows: 2 }],
      tags: [
        { name: 'mail', workflows: 2 },
        { name: 'money', workflows: 1 },
      ],
    })
    expect((await caller.call('GET', '/api/workflows/labels')).body).toEqual({
      folders: [],
      tags: [],
    })
    const moved = await filed.call('PATCH', `/api/workflows/${first}`, { folder: null, tags: [] })
    expect(moved).toMatchObject({ status: 200, body: { folder: null, tags: [] } })
    expect(await names('folder=')).toEqual(['Third', 'First'])
  })

  it.each([
    { folder: ' ' },
    { folder: 'x'.repeat(201) },
    { folder: 3 },
    { tags: [''] },
    { tags: 'mail' },
    { tags: Array.from({ length: 51 }, (_, at) => `t${at}`) },
  ])('rejects a workflow when its folder or tags are %j', async (labels) => {
    const body = { name: 'Filed', graph: diamond(), ...labels }
    expect((await caller.call('POST', '/api/workflows', body)).status).toBe(400)
  })

  it('honours If-Match on PATCH and DELETE', async () => {
    const id = await caller.create(diamond())
    const path = `/api/workflows/${id}`
    const old = (await caller.call('GET', path)).headers.get('etag') ?? ''
    expect((await caller.call('PATCH', path, { name: 'a' }, { 'if-match': old })).status).toBe(200)
    expect(await caller.call('PATCH', path, { name: 'b' }, { 'if-match': old })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    })
    expect((await caller.call('DELETE', path, undefined, { 'if-match': old })).status).toBe(412)
    expect((await caller.call('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204)
  })

  it('updates expression references when a change renames a step without them', async () => {
    const named = (name: string) => ({
      fields: [{ name: 'a', value: `{{ $node['${name}'].json.a }}` }],
    })
    const drawn = (first: string, reference: string) =>
      graph(
        [
          node('t', 'trigger.manual', {}, { name: first }),
          node('s', 'set_fields', named(reference)),
        ],
        [edge('t', 's')],
      )
    const id = await caller.create(drawn('Start', 'Start'))
    const path = `/api/workflows/${id}`
    const renamed = await caller.call('PATCH', path, {
      graph: drawn('Begin', 'Start'),
      active: true,
    })
    expect(renamed).toMatchObject({ status: 200, body: { graph: drawn('Begin', 'Begin') } })
    expect((await caller.call('GET', path)).body).toMatchObject({ graph: drawn('Begin', 'Begin') })
    const refused = await caller.call<Body>('PATCH', path, {
      graph: drawn('Begin', 'Nobody'),
      active: true,
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'workflow_invalid' } })
    expect(refused.body.errors).toEqual([
      {
        path: 'graph.nodes.1.params.fields.0.value',
        code: 'invalid_params',
        message: 'invalid_params: No step has the name "Nobody"',
      },
    ])
    await caller.call('DELETE', path)
  })

  it('saves a broken graph, but refuses to activate it and names every problem', async () => {
    const broken = graph(
      [node('a', 'if', {}), node('a', 'mystery'), node('c', 'trigger.schedule', { cron: 'soon' })],
      [edge('a:true', 'a'), edge('a', 'gone')],
    )
    const id = await caller.create(broken)
    const refused = await caller.call<Body>('PATCH', `/api/workflows/${id}`, {
      active: true,
      name: 'new name',
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'workflow_invalid' } })
    const codes = new Set(refused.body.errors.map((error) => error.code))
    expect(codes).toEqual(
      new Set([
        'duplicate_id',
        'duplicate_name',
        'cycle',
        'dangling_edge',
        'unregistered_node',
        'invalid_params',
        'invalid_cron',
      ]),
    )
    for (const error of refused.body.errors)
      expect(error.message.startsWith(`${error.code}: `)).toBe(true)
    expect((await caller.call('GET', `/api/workflows/${id}`)).body).toMatchObject({
      name: 'A workflow',
      active: false,
    })
  })

  it('refuses malformed bodies', async () => {
    let deep: unknown = {}
    for (let level = 0; level < 100; level += 1) deep = { deep }
    const bodies = [
      {},
      { name: '', graph: diamond() },
      { name: '\u0000', graph: diamond() },
      { name: 'x', graph: diamond(), surprise: 1 },
      { name: 'x', graph: { nodes: [{ id: 'a' }], edges: [] } },
      { name: 'x', graph: { nodes: 'many', edges: [] } },
      { name: 'x', graph: graph([node('a', 'if', { deep })]) },
      {
        name: 'x',
        graph: graph([node('a', 'if', { many: Array.from({ length: 50_000 }, () => ({})) })]),
      },
      {
        name: 'x',
        graph: {
          nodes: Array.from({ length: 5_001 }, (_, at) => ({ id: `${at}`, type: 't', name: 'n' })),
          edges: [],
        },
      },
    ]
    for (const body of bodies) {
      expect(await caller.call('POST', '/api/workflows', body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
  })

  it('keeps prototype keys as data', async () => {
    const text =
      '{"name":"x","graph":{"nodes":[{"id":"t","type":"trigger.manual","name":"t","params":{"__proto__":{"a":1},"constructor":2}}],"edges":[]}}'
    const response = await caller.call<{ id: string }>('POST', '/api/workflows', JSON.parse(text))
    const read = await caller.open(`/api/workflows/${response.body.id}`)
    expect(await read.text()).toContain('"params":{"__proto__":{"a":1},"constructor":2}')
    expect((await caller.runToEnd(response.body.id)).status).toBe('completed')
  })

  it('creates one workflow per Idempotency-Key', async () => {
    const body = { name: 'once', graph: diamond() }
    const key = { 'idempotency-key': 'workflow-1' }
    const first = await caller.call<Body>('POST', '/api/workflows', body, key)
    const second = await caller.call<Body>('POST', '/api/workflows', body, key)
    expect(second.body.id).toBe(first.body.id)
    expect(
      (await caller.call('POST', '/api/workflows', { ...body, name: 'two' }, key)).status,
    ).toBe(409)
  })
})

describe('catalogs', () => {
  it('lists the registered nodes with their parameters as JSON Schema', async () => {
    const { body } = await caller.call<Body>('GET', '/api/workflows/nodes')
    const types = body.items.map((each) => each.type)
    expect(types).toEqual([
      'trigger.manual',
      'trigger.schedule',
      'trigger.event',
      'trigger.webhook',
      'if',
      'switch',
      'filter',
      'set_fields',
      'parse',
      'format',
      'date',
      'split',
      'aggregate',
      'sort',
      'limit',
      'dedupe',
      'merge',
      'wait',
      'ask_approval',
      'call_workflow',
      'for_each',
      'collect_invoices',
      'read_feed',
      'read_url',
      'find_profile_page',
      'http_request',
      'send_email',
      'tts',
      'implement_task',
    ])
    const schedule = body.items.find((each) => each.type === 'trigger.schedule')
    expect(schedule?.inputs).toMatchObject({
      type: 'object',
      required: ['cron'],
      properties: { cron: { type: 'string' } },
    })
    expect(body.items.find((each) => each.type === 'if')?.outputs).toEqual(['true', 'false'])
  })

  it('names the payload of each event type', async () => {
    const { body } = await caller.call<Body>('GET', '/api/workflows/event-types')
    const types = body.items.map((each) => each.type)
    expect(types).toEqual(
      expect.arrayContaining(['task.created', 'task.status_changed', 'link.captured']),
    )
    expect(types).not.toContain('workflow.run_finished')
    const captured = body.items.find((each) => each.type === 'link.captured')
    expect(captured?.payload).toContainEqual(
      expect.objectContaining({
        name: 'url',
        type: 'string',
        description: 'The URL as it was captured.',
      }),
    )
    const fields = body.items.flatMap(
      (each) => each.payload as { name: string; type: string; description: string }[],
    )
    expect(
      fields.filter(({ description, type }) => description === '' || type === 'unknown'),
    ).toEqual([])
    const created = body.items.find((each) => each.type === 'contact.created')
    expect(created?.payload).toContainEqual(
      expect.objectContaining({ name: 'email', type: 'string | null' }),
    )
  })

  it('offers templates that are valid graphs of registered nodes', async () => {
    const { body } = await caller.call<{ items: { id: string; name: string; graph: unknown }[] }>(
      'GET',
      '/api/workflows/templates',
    )
    expect(body.items.map((each) => each.id)).toEqual(['welcome-customers', 'sort-by-hand'])
    for (const template of body.items) {
      const id = await caller.create(template.graph, template.name)
      expect((await caller.call('PATCH', `/api/workflows/${id}`, { active: true })).status).toBe(
        200,
      )
    }
  })

  it('shows queue statistics to operators only', async () => {
    expect(await caller.call('GET', '/api/workflows/queue-stats')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const operator = harness.caller({ isAdmin: true })
    const { body } = await operator.call<{
      queues: { name: string; last24h: { completed: number } }[]
    }>('GET', '/api/workflows/queue-stats')
    expect(body.queues.map((queue) => queue.name)).toEqual([
      'workflow-run',
      'workflow-run-adhoc',
      'webhook-delivery',
    ])
    expect(body.queues[0]?.last24h.completed).toBeGreaterThan(0)
  })
})

it('deletes a workflow if it has more queued runs than a statement has parameters', async () => {
  const caller = harness.caller()
  const id = await caller.create(diamond())
  const count = 70_000
  // No worker serves this queue.
  await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds)
    select 'run_queued_' || i, ${caller.principal.orgId}, 'x', ${id}, 'usr_x', 'elsewhere', 1, 'event', '{}'
    from generate_series(1, ${count}::int) i`.execute(harness.db)
  expect((await caller.call('DELETE', `/api/workflows/${id}`)).status).toBe(204)
  const { rows } = await sql`select status, error, count(*)::int as count from runs
    where workflow_id = ${id} group by 1, 2`.execute(harness.db)
  expect(rows).toEqual([{ status: 'cancelled', error: 'Cancelled', count }])
}, 300_000)
