import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import {
  boom,
  type Recorded,
  recordedRun,
  testNode,
  toStatuses,
} from '../../../test/recorded-run.ts'
import { createTurns } from '../../lanes/turns.ts'
import { readSnapshot } from './snapshot.ts'

const sleeper = testNode(
  'sleeper',
  (items, params, { parked }) =>
    parked === null
      ? { park: { until: Number(params['until']), state: { n: items.length }, message: 'asleep' } }
      : { outputs: { main: items }, message: JSON.stringify(parked.state) },
  { instant: true },
)
const numbered = testNode('numbered', (items, _params, { derive }) => ({
  outputs: {
    main: items.flatMap((item) =>
      [1, 2].map((n) => derive(item, { json: { n, 'z-first': true, a: 1 } })),
    ),
  },
  watermarks: { seen: 2 },
}))
const named = testNode('named', (items, _params, { paramsFor }) => ({
  outputs: {
    main: items.map((item, at) => ({
      json: { ...item.json, from: (paramsFor(at) as Record<string, unknown>)['from'] },
    })),
  },
}))
const nodes = [sleeper, numbered, named, boom]

async function goOn(run: Recorded, given: ReturnType<typeof graph>, at: number): Promise<Recorded> {
  if (run.outcome.status !== 'parked') throw new Error(`the run is ${run.outcome.status}`)
  const snapshot = await readSnapshot(await run.outcome.parts(), createTurns()('org_1'))
  return recordedRun(given, { nodes, woken: { snapshot, wake: { at, callsEnded: false } } })
}

const chain = graph(
  [
    node('start', 'trigger.manual'),
    node('n', 'numbered'),
    node('s', 'sleeper', { until: 100 }),
    node('x', 'named', { from: "{{ $node['n'].json.n }}{{ $node['start'].json.firedAt }}" }),
  ],
  [edge('start', 'n'), edge('n', 's'), edge('s', 'x')],
)

it('continues after the parked node with the items, lineage and watermarks from before', async () => {
  const first = await recordedRun(chain, { nodes })
  expect(first.outcome).toMatchObject({
    status: 'parked',
    wakeAt: 100,
    awaitsCalls: false,
    calls: [],
  })
  expect(first.nodes['s']).toMatchObject({ status: 'running', message: 'asleep', itemsIn: 2 })
  expect(first.log).not.toContain('running x')
  const second = await goOn(first, chain, 100)
  expect(second.outcome).toMatchObject({ status: 'completed', watermarks: { seen: 2 } })
  expect(second.log).toEqual(['running s', 'completed s', 'running x', 'completed x'])
  expect(second.nodes['s']?.message).toBe('{"n":2}')
  expect(second.nodes['x']?.sample?.items.map(({ json }) => json['from'])).toEqual(['1now', '2now'])
  expect(Object.keys(second.nodes['x']?.sample?.items[0]?.json ?? {})).toEqual([
    'n',
    'z-first',
    'a',
    'from',
  ])
})

it('parks the run again if a node is not yet due', async () => {
  const second = await goOn(await recordedRun(chain, { nodes }), chain, 99)
  expect(second.outcome).toMatchObject({ status: 'parked', wakeAt: 100 })
  expect((await goOn(second, chain, 100)).outcome.status).toBe('completed')
})

const branches = (other: string) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('s', 'sleeper', { until: 100 }),
      node('t', 'sleeper', { until: 200 }),
      node('join', 'pass'),
      node('other', other),
    ],
    [
      edge('start', 's'),
      edge('start', 't'),
      edge('s', 'join'),
      edge('t', 'join'),
      edge('start', 'other'),
    ],
  )

it('runs other branches meanwhile, and lets a join wait for all branches that lead to it', async () => {
  const given = branches('pass')
  const first = await recordedRun(given, { nodes })
  expect(first.outcome).toMatchObject({ status: 'parked', wakeAt: 100 })
  expect(toStatuses(first.nodes)).toEqual({
    start: 'completed',
    s: 'running',
    t: 'running',
    other: 'completed',
  })
  const second = await goOn(first, given, 100)
  expect(second.outcome).toMatchObject({ status: 'parked', wakeAt: 200 })
  const third = await goOn(second, given, 200)
  expect(third.nodes['join']).toMatchObject({ status: 'completed', itemsIn: 2 })
})

it('ends the run at once when another branch fails', async () => {
  const { outcome, nodes: records } = await recordedRun(branches('boom'), { nodes })
  expect(outcome).toMatchObject({ status: 'failed', error: 'other: it broke' })
  expect(toStatuses(records)).toMatchObject({
    s: 'upstream_failed',
    t: 'upstream_failed',
    join: 'upstream_failed',
  })
})

it('leaves no node waiting when the run is cancelled', async () => {
  const cancel = new AbortController()
  const stop = testNode('stop', () => {
    cancel.abort()
    return {}
  })
  const { outcome, nodes: records } = await recordedRun(branches('stop'), {
    nodes: [...nodes, stop],
    cancel,
  })
  expect(outcome.status).toBe('cancelled')
  expect(Object.values(records).filter(({ status }) => status === 'running')).toEqual([])
})

it('fails with a reason if the run has more data than a snapshot holds', async () => {
  const heavy = testNode('heavy', () => ({
    outputs: {
      main: Array.from({ length: 40 }, (_, n) => ({ json: { n, text: 'x'.repeat(500_000) } })),
    },
  }))
  const given = graph(
    [node('start', 'trigger.manual'), node('h', 'heavy'), node('s', 'sleeper', { until: 1 })],
    [edge('start', 'h'), edge('h', 's')],
  )
  const { outcome } = await recordedRun(given, { nodes: [...nodes, heavy] })
  if (outcome.status !== 'parked') throw new Error(outcome.status)
  await expect(outcome.parts()).rejects.toThrow('more than 16 MB')
})

it('refuses a snapshot if its version is unknown', async () => {
  const { outcome } = await recordedRun(chain, { nodes })
  if (outcome.status !== 'parked') throw new Error(outcome.status)
  const [head = '', ...rest] = await outcome.parts()
  const other = [JSON.stringify({ ...JSON.parse(head), version: 2 }), ...rest]
  await expect(readSnapshot(other, createTurns()('org_1'))).rejects.toThrow('Another version')
})
