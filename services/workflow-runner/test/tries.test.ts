import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AppError,
  AppendTimeline,
  type Card,
  CompleteModel,
  ConnectStatus,
  CreateCard,
  CreatePost,
  defaultOrgSettings,
  GetCards,
  GetKeyedCards,
  ModelStatus,
  OrgSettingsOf,
  RoleOf,
  SearchCards,
  UpdateCard,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { aPost } from './publishing-world.ts'
import { testNode } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'

const acted: string[] = []
const refuse = (what: string) => async (): Promise<never> => {
  acted.push(what)
  throw new AppError({ kind: 'conflict', code: 'conflict', message: what })
}
const card: Card = { ...aPost('task_1'), kind: 'task', status: 'todo', title: 'Call Ada' }
const slow = testNode('slow', (items, _params, { signal }) => {
  if (signal.aborted) return { outputs: { main: items } }
  return new Promise((resolve) => {
    held.push(() => resolve({ outputs: { main: items } }))
  })
})
const held: (() => void)[] = []

let harness: Harness
let caller: Caller
let outside: Server
let address = ''
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  outside = createServer((request, response) => {
    acted.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  harness = await startHarness([slow], { FETCH_PRIVATE_ADDRESSES: 'loopback' })
  const services = [
    await startStandIn(harness.env, 'board', [
      rpcHandler(SearchCards, async () => ({ items: [card], total: 1 })),
      rpcHandler(GetCards, async ({ ids }) => ({ items: ids.includes(card.id) ? [card] : [] })),
      rpcHandler(GetKeyedCards, async () => ({ items: [] })),
      rpcHandler(CreateCard, refuse('create card')),
      rpcHandler(CreatePost, refuse('create post')),
      rpcHandler(UpdateCard, refuse('update card')),
      rpcHandler(AppendTimeline, refuse('append timeline')),
    ]),
    await startStandIn(harness.env, 'identity', [
      rpcHandler(RoleOf, async () => ({ role: 'member' as const })),
      rpcHandler(OrgSettingsOf, async () => ({ settings: defaultOrgSettings })),
    ]),
    await startStandIn(harness.env, 'connect', [
      rpcHandler(ConnectStatus, async () => ({ publishing: false, networks: [] })),
      rpcHandler(ModelStatus, async () => ({
        platform: 'none' as const,
        managed: false,
        channels: true,
        speech: false,
        chosen: null,
        failure: null,
      })),
      rpcHandler(CompleteModel, refuse('ask a model')),
    ]),
  ]
  for (const { stop } of services) stops.push(stop)
  caller = harness.caller()
  await eventually(async () => {
    const types = JSON.stringify((await caller.call('GET', '/api/workflows/nodes')).body)
    for (const type of ['update_task', 'analyze']) expect(types).toContain(`"${type}"`)
  })
})
afterAll(async () => {
  for (const release of held) release()
  for (const stop of stops) await stop()
  await harness.stop()
  await new Promise((resolve) => outside.close(resolve))
})
beforeEach(() => {
  acted.length = 0
})

interface Tried {
  id: string
  status: string
  error: string | null
  nodes: { nodeId: string; status: string; sample: { items: { json: object }[] } | null }[]
  wouldDo: { nodeId: string; action: string; target: string | null; detail: unknown }[]
  code: string
  errors: { path: string }[]
}

/** Computes a fingerprint of all rows in all tables, except the worker leases. */
async function databaseState(): Promise<Record<string, string>> {
  // Earlier outbox rows are deleted once they are published.
  await eventually(async () => {
    const { rows } = await sql`select from outbox limit 1`.execute(harness.db)
    expect(rows).toHaveLength(0)
  })
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'workers'
    order by 1`.execute(harness.db)
  const state: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`.execute(
      harness.db,
    )
    state[name] = rows[0]?.sum ?? ''
  }
  return state
}

const tryIt = (id: string, body?: object, by = caller) =>
  by.call<Tried>('POST', `/api/workflows/${id}/try`, body)
const start = node('start', 'trigger.manual')
const toNode = (tried: Tried, id: string) => tried.nodes.find(({ nodeId }) => nodeId === id)
const toItems = (tried: Tried, id: string) =>
  toNode(tried, id)?.sample?.items.map(({ json }) => json)

const acting = () =>
  graph(
    [
      start,
      node('dedupe', 'dedupe', { scope: 'ever' }),
      node('card', 'create_card', { title: 'For {{ $json.name }}' }),
      node('note', 'log_activity', { taskId: card.id, text: 'Paid by {{ $json.name }}' }),
      node('mail', 'send_email', {
        to: 'ada@example.com',
        subject: 'Thanks',
        text: 'Dear {{ $json.name }}',
      }),
      node('hook', 'dispatch', { destination: 'webhook://whe_1' }),
      node('call', 'http_request', { url: `${address}/pay`, method: 'POST', body: { a: 1 } }),
      node('think', 'analyze', {}),
      node('pause', 'wait', { amount: 3, unit: 'days' }),
    ],
    [
      edge('start', 'dedupe'),
      ...['card', 'note', 'mail', 'hook', 'call', 'think', 'pause'].map((id) => edge('dedupe', id)),
    ],
  )

describe('a try', () => {
  it('writes no row, sends nothing, asks no model, and names what the run would have done', async () => {
    const id = await caller.create(graph([start]))
    const before = await databaseState()
    const { status, body } = await tryIt(id, {
      graph: acting(),
      input: {
        items: [
          { externalId: 'pay-1', source: { scheme: 'feed' }, json: { name: 'Ada', text: 'Hi' } },
        ],
      },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.status, JSON.stringify(body)).toBe('completed')
    expect(acted).toEqual([])
    expect(await databaseState()).toEqual(before)
    expect(body.wouldDo.map(({ nodeId, action }) => [nodeId, action])).toEqual([
      ['card', 'create_card'],
      ['note', 'append_timeline'],
      ['mail', 'send_email'],
      ['hook', 'deliver_webhook'],
      ['call', 'http_request'],
      ['think', 'analyze'],
    ])
    expect(body.wouldDo).toMatchObject([
      { target: 'board://task', detail: { title: 'For Ada' } },
      { target: card.id, detail: { body: 'Paid by Ada' } },
      { target: 'ada@example.com', detail: { subject: 'Thanks', text: 'Dear Ada' } },
      { target: 'whe_1' },
      { target: `${address}/pay`, detail: { method: 'POST' } },
      {},
    ])
    expect(toItems(body, 'pause')).toEqual([{ name: 'Ada', text: 'Hi' }])
    // The ledger has no claim, so the same item passes again.
    const again = await tryIt(id, {
      graph: acting(),
      input: { items: [{ externalId: 'pay-1', json: {} }] },
    })
    expect(toNode(again.body, 'dedupe')).toMatchObject({ outputs: { main: 1 } })
    expect((await caller.call('GET', `/api/workflows/${id}/runs/${body.id}`)).status).toBe(404)
  })

  it('uses the saved graph if the request has no graph, and the samples of an earlier run if it names one', async () => {
    const saved = graph(
      [
        start,
        node('set', 'set_fields', { fields: [{ name: 'greeting', value: 'Hi {{ $json.name }}' }] }),
      ],
      [edge('start', 'set')],
    )
    const id = await caller.create(saved)
    const { id: fromRun } = await caller.runToEnd(id, { name: 'Ada' })
    const plain = (await tryIt(id)).body
    expect(toItems(plain, 'set')).toMatchObject([{ greeting: 'Hi ' }])
    const before = await databaseState()
    const earlier = (await tryIt(id, { input: { fromRun } })).body
    expect(toItems(earlier, 'set')).toMatchObject([{ greeting: 'Hi Ada' }])
    expect(await databaseState()).toEqual(before)
    expect((await tryIt(id, { input: { fromRun: `run_${'0'.repeat(32)}` } })).status).toBe(404)
  })

  it('calls only the named node, on given items or on the outputs before it', async () => {
    const drawn = graph(
      [
        start,
        node('set', 'set_fields', { fields: [{ name: 'n', value: 1 }] }),
        node('card', 'create_card', { title: "{{ $json.n }} for {{ $node['start'].json.name }}" }),
        node('mail', 'send_email', { to: 'a@example.com', subject: 'x', text: 'y' }),
      ],
      [edge('start', 'set'), edge('set', 'card'), edge('card', 'mail')],
    )
    const id = await caller.create(drawn)
    const items = [{ json: { n: 5 } }]
    const given = (await tryIt(id, { node: 'set', input: { items } })).body
    expect(given.nodes.map(({ nodeId }) => nodeId)).toEqual(['set'])
    expect(toItems(given, 'set')).toEqual([{ n: 1 }])
    await caller.call('PUT', `/api/workflows/${id}/pins/start`, {
      outputs: { main: [{ json: { name: 'Ada' } }] },
    })
    await caller.call('PUT', `/api/workflows/${id}/pins/set`, {
      outputs: { main: [{ json: { n: 7 } }] },
    })
    const pinned = (await tryIt(id, { node: 'card' })).body
    expect(pinned.wouldDo).toMatchObject([{ nodeId: 'card', detail: { title: '7 for Ada' } }])
    expect(pinned.wouldDo).toHaveLength(1)
    expect(toNode(pinned, 'card')).toMatchObject({ message: 'Would create 1 card' })
    const unreached = (await tryIt(id, { node: 'mail' })).body
    expect(unreached.nodes).toMatchObject([{ nodeId: 'mail', status: 'skipped' }])
    expect(await tryIt(id, { node: 'none' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ path: 'node' }] },
    })
  })

  it('refuses a graph that no run could execute and shows the failure of a node', async () => {
    const id = await caller.create(graph([start]))
    const cycle = graph(
      [start, node('a', 'limit'), node('b', 'limit')],
      [edge('a', 'b'), edge('b', 'a')],
    )
    expect(await tryIt(id, { graph: cycle })).toMatchObject({
      status: 422,
      body: { code: 'workflow_invalid' },
    })
    expect((await tryIt(id, { graph: graph([]) })).status).toBe(422)
    const failing = graph([start, node('mail', 'send_email', { to: '' })], [edge('start', 'mail')])
    expect((await tryIt(id, { graph: failing })).body).toMatchObject({
      status: 'failed',
      wouldDo: [],
    })
    for (const body of [
      { other: 1 },
      { input: { items: [], fromRun: 'run_1' } },
      { input: { items: [{ other: 1 }] } },
      { input: { items: Array.from({ length: 101 }, () => ({ json: {} })) } },
      { graph: { nodes: 'x' } },
    ])
      expect((await tryIt(id, body)).status, JSON.stringify(body)).toBe(400)
    expect((await tryIt(id, {}, harness.caller())).status).toBe(404)
  })

  it('calls the named node even if its own output is pinned', async () => {
    const id = await caller.create(
      graph(
        [start, node('set', 'set_fields', { fields: [{ name: 'n', value: 1 }] })],
        [edge('start', 'set')],
      ),
    )
    await caller.call('PUT', `/api/workflows/${id}/pins/set`, {
      outputs: { main: [{ json: { n: 7 } }] },
    })
    const alone = (await tryIt(id, { node: 'set', input: { items: [{ json: {} }] } })).body
    expect(toItems(alone, 'set')).toEqual([{ n: 1 }])
    expect(toItems((await tryIt(id)).body, 'set')).toEqual([{ n: 7 }])
  })

  it('enforces the limits of a run: items on an output and bytes of item data', async () => {
    const id = await caller.create(graph([start]))
    const splitting = graph(
      [start, node('split', 'split', { field: 'lines', keep: true })],
      [edge('start', 'split')],
    )
    const lines = Array.from({ length: 101 }, (_, n) => n)
    const many = Array.from({ length: 100 }, () => ({ json: { lines } }))
    const heavy = [{ json: { lines, text: 'x'.repeat(700_000) } }]
    for (const [items, reason] of [
      [many, '10000'],
      [heavy, '64 MB'],
    ] as const) {
      const { status, body } = await tryIt(id, { graph: splitting, input: { items } })
      expect([status, body.status, body.wouldDo]).toEqual([200, 'failed', []])
      expect(body.error).toContain(reason)
    }
  })

  it('refuses a run of another org or workflow, and skills and accounts of another org', async () => {
    const saved = graph([start])
    const id = await caller.create(saved)
    const stranger = harness.caller()
    const foreign = await stranger.create(saved)
    const other = await caller.create(saved)
    const skill = await stranger.call<{ id: string }>('POST', '/api/skills', {
      slug: 'secret-tone',
      name: 'Tone',
      kind: 'writing',
      body: 'Secret rules of a stranger',
    })
    expect(skill.status, JSON.stringify(skill.body)).toBe(201)
    for (const fromRun of [
      (await stranger.runToEnd(foreign)).id,
      (await caller.runToEnd(other)).id,
    ])
      expect((await tryIt(id, { input: { fromRun } })).status).toBe(404)
    const drawn = graph(
      [
        start,
        node('mail', 'read_url', { url: `${address}/x`, skill: skill.body.id }),
        node('think', 'analyze', { skill: skill.body.id }),
      ],
      [edge('start', 'think')],
    )
    const tried = (await tryIt(id, { graph: drawn, input: { items: [{ json: { text: 'Hi' } }] } }))
      .body
    expect(toNode(tried, 'think')).toMatchObject({ status: 'failed' })
    expect(JSON.stringify(tried)).not.toContain('Secret rules')
    expect(acted).toEqual([])
  })

  it('lets an org have at most two tries at once', async () => {
    const id = await caller.create(graph([start, node('slow', 'slow')], [edge('start', 'slow')]))
    const going = [tryIt(id), tryIt(id)]
    await eventually(() => expect(held).toHaveLength(2))
    const third = await tryIt(id)
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(third.headers.get('retry-after')).not.toBeNull()
    for (const release of held.splice(0)) release()
    for (const each of await Promise.all(going)) expect(each.body.status).toBe('completed')
  })
})
