import { readFileSync } from 'node:fs'
import { newId } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { exampleWorld, NodeExample } from '../../test/example-world.ts'
import { edge, graph, node } from '../../test/graphs.ts'
import { postingBoard } from '../../test/posting-board.ts'
import { closedPorts, recordedRun } from '../../test/recorded-run.ts'
import { allNodes } from '../nodes/index.ts'
import type { NodePorts } from '../nodes/ports.ts'
import { standInNodes } from './stand-in-nodes.ts'

const deps = { now: () => new Date(), newId }
const folder = new URL('../../examples/', import.meta.url)
const types = allNodes.map(({ type }) => type)

/**
 * A try may make these platform reads. Every other port function has an effect or reaches outside.
 */
const reads = new Set([
  'board.searchCards',
  'board.getCards',
  'board.getKeyedCards',
  'board.readTimeline',
  'board.findCards',
  'invoicing.findCustomers',
  'invoicing.findInvoices',
  'searchInvoicing',
  'roleOf',
  'findMember',
  'findChannel',
  'orgSettings',
  'pause',
  'texts.mail',
  'texts.attachments',
  'texts.file',
  'texts.data',
])

/** Wraps the ports and records the name of every call except these reads. */
function watched(ports: NodePorts): { ports: NodePorts; touched: string[] } {
  const touched: string[] = []
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value === 'function') {
      return (...given: unknown[]): unknown => {
        if (!reads.has(path)) touched.push(path)
        return Reflect.apply(value, undefined, given)
      }
    }
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [
      name,
      watch(member, path === '' ? name : `${path}.${name}`),
    ])
    return Object.fromEntries(members)
  }
  return { ports: watch(ports, '') as NodePorts, touched }
}

const toRegistry = (ports: NodePorts) => ({
  ports,
  lookup: (type: string) => allNodes.find((each) => each.type === type),
})

it.each(types)(
  'writes nothing, calls nothing outside and costs nothing when %s is tried',
  async (type) => {
    const text = readFileSync(new URL(`${type}.json`, folder), 'utf8')
    const { params, items, others, world, effects } = NodeExample.parse(JSON.parse(text))
    const example = exampleWorld(world)
    const { ports, touched } = watched(example.ports)
    const nodes = standInNodes(toRegistry(ports), {
      deps: { now: () => new Date(example.now()), newId },
      earlier: new Map(),
    })
    const standIn = nodes.lookup(type)
    if (standIn === undefined) throw new Error(`no node ${type}`)
    const trigger = type.startsWith('trigger.')
    const drawn = node('act', type, params)
    const branches = [items, ...others].map((seeds, at) => ({
      id: trigger ? 'act' : `branch${at}`,
      seeds,
    }))
    const flow = trigger
      ? graph([drawn])
      : graph(
          [...branches.map(({ id }) => node(id, 'trigger.manual')), drawn],
          branches.map(({ id }) => edge(id, 'act')),
        )
    const seeds = Object.fromEntries(branches.map((branch) => [branch.id, branch.seeds]))
    const run = await recordedRun(flow, { ports, seeds, nodes: [standIn], now: example.now })
    expect(touched).toEqual([])
    expect(example.effects).toEqual([])
    expect(run.outcome.status).not.toBe('parked')
    for (const { nodeId, action } of nodes.wouldDo)
      expect([nodeId, action]).toEqual(['act', action])
    // Each effect of a run has an entry in a try, unless the node itself refuses the items.
    const lasting = effects.filter(({ does }) => does !== 'sleep')
    if (lasting.length > 0 && run.nodes['act']?.status === 'completed') {
      expect(nodes.wouldDo.length).toBeGreaterThan(0)
    }
  },
)

const card = { id: 'task_1', kind: 'task', title: 'Call Ada', tags: ['warm'] }
const buildBoard = () => {
  const world = NodeExample.shape.world.parse({ cards: [card] })
  return watched(exampleWorld(world).ports)
}

it('shows a later node the card that an earlier one would have changed or created', async () => {
  const { ports, touched } = buildBoard()
  const nodes = standInNodes(toRegistry(ports), { deps, earlier: new Map() })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('make', 'create_card', { title: 'For {{ $json.name }}' }),
      node('log', 'log_activity', { text: 'Made' }),
      node('tag', 'update_task', { tag: 'seen' }),
    ],
    [edge('start', 'make'), edge('make', 'log'), edge('log', 'tag')],
  )
  const standIns = ['create_card', 'log_activity', 'update_task'].flatMap(
    (type) => nodes.lookup(type) ?? [],
  )
  const run = await recordedRun(flow, {
    ports,
    nodes: standIns,
    seeds: { start: [{ json: { name: 'Ada' } }] },
  })
  expect(run.outcome).toMatchObject({ status: 'completed' })
  expect(touched).toEqual([])
  const made = run.nodes['make']?.sample?.items[0]?.json['taskId']
  expect(nodes.wouldDo).toMatchObject([
    { nodeId: 'make', action: 'create_card', target: 'board://task', detail: { title: 'For Ada' } },
    { nodeId: 'log', action: 'append_timeline', target: made, detail: { body: 'Made' } },
    { nodeId: 'tag', action: 'update_card', target: made, detail: { addTags: ['seen'] } },
  ])
})

it('fails a node if its card does not exist, as in a run', async () => {
  const { ports } = buildBoard()
  const nodes = standInNodes(toRegistry(ports), { deps, earlier: new Map() })
  const standIn = nodes.lookup('update_task')
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('tag', 'update_task', { taskId: 'task_none', tag: 'seen' }),
    ],
    [edge('start', 'tag')],
  )
  const run = await recordedRun(flow, { ports, nodes: standIn === undefined ? [] : [standIn] })
  expect(run.nodes['tag']).toMatchObject({ status: 'failed' })
  expect(nodes.wouldDo).toEqual([])
})

it("returns the earlier run's output of a node that reaches outside, or the node's items", async () => {
  const { ports, touched } = buildBoard()
  const earlier = new Map([['ask', { main: [{ json: { answer: 42 } }] }]])
  const nodes = standInNodes(toRegistry(ports), { deps, earlier })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('ask', 'http_request', {
        url: 'https://api.example/x',
        method: 'POST',
        body: '{{ $json.q }}',
      }),
      node('fetch', 'http_request', { url: 'https://api.example/y' }),
    ],
    [edge('start', 'ask'), edge('ask', 'fetch')],
  )
  const standIn = nodes.lookup('http_request')
  const run = await recordedRun(flow, {
    ports,
    nodes: standIn === undefined ? [] : [standIn],
    seeds: { start: [{ json: { q: 'why' } }] },
  })
  expect(touched).toEqual([])
  expect(run.nodes['ask']?.sample?.items).toEqual([{ json: { answer: 42 } }])
  expect(run.nodes['fetch']?.sample?.items).toEqual([{ json: { answer: 42 } }])
  expect(nodes.wouldDo).toMatchObject([
    {
      nodeId: 'ask',
      action: 'http_request',
      target: 'https://api.example/x',
      detail: { method: 'POST', body: 'why' },
    },
    { nodeId: 'fetch', action: 'http_request', target: 'https://api.example/y' },
  ])
})

const tryNode = async (ports: NodePorts, type: string, params: object, items: object[]) => {
  const nodes = standInNodes(toRegistry(ports), { deps, earlier: new Map() })
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', type, { ...params })],
    [edge('start', 'act')],
  )
  const run = await recordedRun(flow, {
    ports,
    nodes: [type].flatMap((each) => nodes.lookup(each) ?? []),
    seeds: { start: items.map((json) => ({ json: { ...json } })) },
  })
  return run.nodes['act']
}

it('says that posts would be scheduled when a step with slots is tried', async () => {
  const destination = 'social://us@x.com'
  const world = postingBoard({ [destination]: { id: 'chn_1', network: 'shortpost' } })
  const plan = { destination, autoPublish: true, publishTimes: ['12am', '12pm'] }
  const act = await tryNode({ ...closedPorts, ...world.ports }, 'dispatch', plan, [{ text: 'Hi' }])
  expect(act?.message).toMatch(/^Would create 1 post; would schedule 1, the first at 20\S+Z$/)
  expect(world.asked.filter(({ what }) => what === 'post')).toEqual([])
})

it('says that an invoice would be filed when invoices are collected in a try', async () => {
  const asked: object[] = []
  const fileDocuments: NodePorts['fileDocuments'] = async (input) => {
    asked.push(input)
    return { enabled: true, filed: 1 }
  }
  const bill = {
    title: 'Invoice 2026-17',
    rawContent: 'Invoice no. 2026-17\nTotal 120.00 EUR\nVAT 20 %',
    attachments: [
      { name: 'invoice.pdf', contentType: 'application/pdf', text: 'Total 120.00 EUR' },
    ],
  }
  const act = await tryNode({ ...closedPorts, fileDocuments }, 'collect_invoices', {}, [bill])
  expect(act?.message).toBe('Would file 1 document; 1 invoices, 0 others')
  expect(asked).toEqual([])
})
