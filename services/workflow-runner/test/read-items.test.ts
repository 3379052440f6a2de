import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeOrg } from '../src/system/system.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { boom, pass, testNode } from './recorded-run.ts'

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const key = 'source'

/** Reads the given ids that no run has read, and those that wait. */
const source = testNode('source', async (_items, params, { reads }) => {
  const ids = texts(params['ids'])
  const known = await reads.known(key, ids)
  const waiting = await reads.waiting(key, 100)
  const read = [...waiting, ...ids.filter((id) => !known.has(id))]
  const main = read.map((id) => ({ externalId: id, json: { id } }))
  return {
    outputs: { main },
    message: read.join(),
    reads: { key, items: [...read, ...texts(params['passed'])].map((id) => [id, 'v1']), gone: [] },
  }
})
const refuse = testNode('refuse', (items, params) => {
  const refused = new Set(texts(params['refused']))
  const left = [...items.keys()].filter((at) => refused.has(String(items[at]?.json['id'])))
  return { outputs: { main: items.filter((_, at) => !left.includes(at)) }, left }
})

/** Puts all items into one, so that no item of it has a descent. */
const lump = testNode('lump', (items) => ({
  outputs: { main: [{ json: { id: items.map(({ externalId }) => externalId).join('+') } }] },
}))

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([source, refuse, lump, pass, boom])
  caller = harness.caller()
})
afterAll(() => harness.stop())

const flow = (ids: string[], refused: string[], last: 'pass' | 'boom' = 'pass') =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'source', { ids }),
      node('act', 'refuse', { refused }),
      node('last', last),
    ],
    [edge('start', 'read'), edge('read', 'act'), edge('act', 'last')],
  )
const readBy = (run: { nodes: Record<string, unknown>[] }): unknown =>
  run.nodes.find((each) => each['nodeId'] === 'read')?.['message']
const save = (id: string, drawn: unknown) => caller.call('PATCH', `/api/workflows/${id}`, { graph: drawn })

it('offers an item again until a run completes with it', async () => {
  const id = await caller.create(flow(['a', 'b'], ['b']))
  expect(readBy(await caller.runToEnd(id))).toBe('a,b')
  expect(readBy(await caller.runToEnd(id))).toBe('b')
  await save(id, flow(['a', 'b'], []))
  expect(readBy(await caller.runToEnd(id))).toBe('b')
  expect(readBy(await caller.runToEnd(id))).toBeNull()
})

it('offers only items again that were put out when a step between has lost the descent', async () => {
  const drawn = graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'source', { ids: ['a', 'b'], passed: ['older'] }),
      node('lump', 'lump'),
      node('act', 'refuse', { refused: ['a+b'] }),
    ],
    [edge('start', 'read'), edge('read', 'lump'), edge('lump', 'act')],
  )
  const id = await caller.create(drawn)
  await caller.runToEnd(id)
  expect(readBy(await caller.runToEnd(id))).toBe('a,b')
})

it('keeps nothing of a run that fails', async () => {
  const id = await caller.create(flow(['a'], [], 'boom'))
  expect((await caller.runToEnd(id)).status).toBe('failed')
  expect(readBy(await caller.runToEnd(id))).toBe('a')
})

it('reads everything again when the watermarks are cleared', async () => {
  const id = await caller.create(flow(['a', 'b'], []))
  await caller.runToEnd(id)
  expect((await caller.call('DELETE', `/api/workflows/${id}/cursors`)).status).toBe(204)
  expect(readBy(await caller.runToEnd(id))).toBe('a,b')
})

it('keeps the reads of organisations apart and deletes them with the organisation', async () => {
  const other = harness.caller()
  const [own, foreign] = [await caller.create(flow(['a'], [])), await other.create(flow(['a'], ['a']))]
  await caller.runToEnd(own)
  await other.runToEnd(foreign)
  const rows = () =>
    harness.db.selectFrom('read_items').select('waiting').where('workflow_id', '=', foreign).execute()
  expect(await rows()).toEqual([{ waiting: true }])
  expect((await caller.call('DELETE', `/api/workflows/${foreign}/cursors`)).status).toBe(404)
  expect(await rows()).toHaveLength(1)
  await harness.db.transaction().execute((tx) => purgeOrg(tx, other.call.orgId))
  expect(await rows()).toEqual([])
})
