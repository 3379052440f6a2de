import { maxImportedWorkflows } from '@atrium/contracts'
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

interface Exported {
  version: number
  workflows: {
    name: string
    description: string | null
    folder: string | null
    tags: string[]
    graph: ReturnType<typeof graph>
  }[]
}
interface Items {
  items: { id: string; active: boolean; ownerId: string; graph: ReturnType<typeof graph> }[]
}

const path = '/api/workflows/import'
const writeFile = (...graphs: unknown[]) => ({
  version: 1,
  workflows: graphs.map((each, at) => ({
    name: `Workflow ${at}`,
    description: null,
    folder: null,
    tags: [],
    graph: each,
  })),
})
const listed = async (by: Caller) =>
  (await by.call<{ total: number }>('GET', '/api/workflows')).body.total

describe('an export', () => {
  it('holds name, description, folder, tags and graph, and can be imported elsewhere', async () => {
    const body = {
      name: 'Called',
      description: 'Text',
      folder: 'Mine',
      tags: ['a'],
      graph: diamond(),
    }
    const called = (await caller.call<{ id: string }>('POST', '/api/workflows', body)).body.id
    const calling = await caller.create(
      graph(
        [
          node('start', 'trigger.manual'),
          node('call', 'call_workflow', { workflow: called }),
          node('each', 'for_each', { workflow: called, onError: 'continue' }),
        ],
        [edge('start', 'call'), edge('call', 'each')],
      ),
      'Calling',
    )
    const exported = await caller.call<Exported>('GET', '/api/workflows/export')
    expect(exported.headers.get('content-disposition')).toContain('attachment')
    expect(exported.body).toMatchObject({ version: 1, workflows: [body, { name: 'Calling' }] })
    expect(Object.keys(exported.body.workflows[0] ?? {}).sort()).toEqual([
      'description',
      'folder',
      'graph',
      'name',
      'tags',
    ])
    expect(JSON.stringify(exported.body)).not.toContain('wf_')

    const other = harness.caller()
    const { status, body: made } = await other.call<Items>('POST', path, {
      source: 'atrium',
      document: exported.body,
    })
    expect(status).toBe(200)
    const [first, second] = made.items
    expect(first).toMatchObject({ ...body, active: false, ownerId: other.principal.userId })
    expect(second?.graph.nodes.map(({ params }) => params)).toEqual([
      {},
      { workflow: first?.id },
      { workflow: first?.id, onError: 'continue' },
    ])
    expect((await other.call('GET', `/api/workflows/${second?.id}`)).status).toBe(200)
    const one = await caller.call<Exported>('GET', `/api/workflows/export?id=${calling}`)
    expect(one.body.workflows).toHaveLength(1)
    expect(one.body.workflows[0]?.graph.nodes[1]?.params).toEqual({})
  })

  it('leaves out secrets, web addresses, accounts and endpoints', async () => {
    const by = harness.caller()
    const hex = '0'.repeat(31)
    const { id: skill } = (
      await by.call<{ id: string }>('POST', '/api/skills', {
        name: 'Our voice',
        kind: 'writing',
        description: 'How we write',
        body: 'Be brief.',
      })
    ).body
    const id = await by.create(
      graph([
        node('hook', 'trigger.webhook', {
          signature: { kind: 'basic', secret: 'sesame', user: 'shop' },
        }),
        node('mail', 'read_mailbox', { connector: `chn_${hex}1`, query: 'is:unread' }),
        node('send', 'dispatch', { destination: `webhook://whe_${hex}2` }),
        node('ask', 'ask_approval', { to: 'member@example.com', message: 'Go?' }),
        node('post', 'dispatch', { destination: `network://chn_${hex}3` }),
        node('text', 'enrich', { model: `chn_${hex}4`, skill: `${skill}@1` }),
        node('call', 'http_request', {
          url: `https://me:pass@example.com/api/public/hooks/hook_${hex}5/opensesame`,
          credential: `crd_${hex}6`,
          headers: { Authorization: 'Bearer abc', 'X-Kind': 'test', 'X-Token': '{{ $json.t }}' },
          query: { api_key: 'def', page: '1' },
        }),
        node('other', 'http_request', { url: 'https://me:pass@example.com/?token=ghi&page=1' }),
      ]),
    )
    const { body } = await by.call<Exported>('GET', `/api/workflows/export?id=${id}`)
    const text = JSON.stringify(body)
    for (const secret of [
      'sesame',
      'chn_',
      'whe_',
      'crd_',
      'skill_',
      'hook_',
      'hsec_',
      'abc',
      'def',
      'ghi',
      'pass@',
      'member@',
      by.principal.orgId,
    ]) {
      expect(text).not.toContain(secret)
    }
    const params = Object.fromEntries(
      body.workflows[0]?.graph.nodes.map((each) => [each.id, each.params]) ?? [],
    )
    expect(params).toMatchObject({
      hook: { signature: { kind: 'basic', user: 'shop' } },
      mail: { query: 'is:unread' },
      text: { skill: 'our-voice' },
      call: { headers: { 'X-Kind': 'test', 'X-Token': '{{ $json.t }}' }, query: { page: '1' } },
      other: { url: 'https://example.com/?token=&page=1' },
    })
  })

  it('is not found when the workflow belongs to another organisation', async () => {
    const id = await caller.create(diamond())
    const stranger = harness.caller()
    expect((await stranger.call('GET', `/api/workflows/export?id=${id}`)).status).toBe(404)
    expect((await stranger.call<Exported>('GET', '/api/workflows/export')).body).toEqual({
      version: 1,
      workflows: [],
    })
  })
})

describe('an import', () => {
  it.each([
    ['no file', 'text'],
    ['another version', { ...writeFile(diamond()), version: 2 }],
    ['no workflow', writeFile()],
    [
      'too many workflows',
      writeFile(...Array.from({ length: maxImportedWorkflows + 1 }, () => graph([]))),
    ],
    ['an unknown field', { ...writeFile(diamond()), orgId: 'org_1' }],
    ['one broken graph', writeFile(diamond(), { nodes: [{ id: 'a' }], edges: [] })],
  ])('saves nothing when the document is %s', async (_, document) => {
    const by = harness.caller()
    const refused = await by.call('POST', path, { source: 'atrium', document })
    expect(refused).toMatchObject({ status: 422, body: { code: 'workflow_invalid' } })
    expect(await listed(by)).toBe(0)
  })

  it('leaves out a called workflow when the file does not hold it', async () => {
    const calling = graph([node('call', 'call_workflow', { workflow: 'workflows[7]' })])
    const { body } = await harness
      .caller()
      .call<Items>('POST', path, { source: 'atrium', document: writeFile(calling) })
    expect(body.items[0]?.graph.nodes[0]?.params).toEqual({})
  })

  it('accepts a file above the usual body limit, but no single workflow above it', async () => {
    const by = harness.caller()
    const long = (bytes: number) =>
      graph([
        node('start', 'trigger.manual'),
        node('set', 'format', { template: 'x'.repeat(bytes) }),
      ])
    const [half, whole] = [long(500_000), long(1_048_576)]
    const read = (...graphs: unknown[]) =>
      by.call<Items & { code: string; errors: { path: string }[] }>('POST', path, {
        source: 'atrium',
        document: writeFile(...graphs),
      })
    const made = await read(half, half, half)
    expect([made.status, made.body.items.length]).toEqual([200, 3])
    const refused = await read(half, whole)
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'workflows.1' }]])
    expect(await listed(by)).toBe(3)
    const n8n = { source: 'n8n', document: { nodes: [], text: 'x'.repeat(1_048_576) } }
    expect((await by.call('POST', path, n8n)).status).toBe(413)
  })

  it('saves once when the request is repeated with its key', async () => {
    const by = harness.caller()
    const key = { 'idempotency-key': 'again' }
    const body = { source: 'atrium', document: writeFile(diamond()) }
    const first = await by.call<Items>('POST', path, body, key)
    const again = await by.call<Items>('POST', path, body, key)
    expect(again.body).toEqual(first.body)
    expect(await listed(by)).toBe(1)
  })

  it('reads a workflow of n8n and saves nothing', async () => {
    const by = harness.caller()
    const document = {
      name: 'Greeting',
      nodes: [
        { name: 'Go', type: 'n8n-nodes-base.manualTrigger', parameters: {}, position: [0, 0] },
        {
          name: 'Few',
          type: 'n8n-nodes-base.limit',
          parameters: { maxItems: 2 },
          position: [200, 0],
        },
        {
          name: 'Script',
          type: 'n8n-nodes-base.code',
          parameters: { jsCode: 'throw 1' },
          position: [400, 0],
        },
      ],
      connections: {
        Go: { main: [[{ node: 'Few', type: 'main', index: 0 }]] },
        Few: { main: [[{ node: 'Script', type: 'main', index: 0 }]] },
      },
    }
    const { status, body } = await by.call<{
      graph: ReturnType<typeof graph>
      name: string
      notes: unknown[]
    }>('POST', path, { source: 'n8n', document })
    expect({ status, name: body.name }).toEqual({ status: 200, name: 'Greeting' })
    expect(body.notes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          nodeName: 'Go',
          type: 'n8n-nodes-base.manualTrigger',
          outcome: 'mapped',
        }),
        expect.objectContaining({ nodeName: 'Few', outcome: 'mapped' }),
        expect.objectContaining({ nodeName: 'Script', outcome: 'missing' }),
        expect.objectContaining({ nodeName: 'Few', message: expect.stringContaining('Script') }),
      ]),
    )
    expect(await listed(by)).toBe(0)
    const id = await by.create(body.graph)
    expect((await by.runToEnd(id)).status).toBe('completed')
  })

  it('notes expressions that read a step without a counterpart', async () => {
    const set = {
      assignments: { assignments: [{ name: 'x', value: "={{ $('Script').item.json.y }}" }] },
    }
    const document = {
      nodes: [
        { name: 'Go', type: 'n8n-nodes-base.manualTrigger' },
        { name: 'Script', type: 'n8n-nodes-base.code', parameters: { jsCode: '1' } },
        { name: 'Keep', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: set },
      ],
      connections: { Go: { main: [[{ node: 'Keep', type: 'main', index: 0 }]] } },
    }
    const { body } = await caller.call<{ notes: object[] }>('POST', path, {
      source: 'n8n',
      document,
    })
    expect(body.notes).toContainEqual({
      nodeName: 'Keep',
      type: 'n8n-nodes-base.set',
      outcome: 'approximated',
      message: expect.stringContaining('Script'),
    })
  })

  it.each([
    { source: 'elsewhere', document: {} },
    { document: {} },
    { source: 'n8n', document: {}, more: 1 },
  ])('is rejected when the body is %j', async (body) => {
    expect((await caller.call('POST', path, body)).status).toBe(400)
  })
})
