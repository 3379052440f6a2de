import { WorkflowAttention } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeOrg } from '../src/system/system.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { boom, pass, testNode } from './recorded-run.ts'

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const key = 'source'

/** Reads the given ids if no run has read them, and the waiting ids. */
const source = testNode('source', async (_items, params, { reads }) => {
  const ids = texts(params['ids'])
  const known = await reads.known(key, ids)
  const waiting = await reads.waiting(key, 100)
  const read = [...waiting.due, ...ids.filter((id) => !known.has(id))]
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
  const main = items.filter((_, at) => !left.includes(at))
  const result = {
    outputs: { main },
    left: left.map((at) => ({ at, reason: params['unreached'] === true ? null : 'It is refused' })),
  }
  const fails = params['fails'] === true && main.length === 0
  return fails ? { ...result, halt: { success: false, message: 'It is refused' } } : result
})

/** Merges all items into one without lineage. */
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
const save = (id: string, drawn: unknown) =>
  caller.call('PATCH', `/api/workflows/${id}`, { graph: drawn })

it('offers an item again until a run completes with it', async () => {
  const id = await caller.create(flow(['a', 'b'], ['b']))
  expect(readBy(await caller.runToEnd(id))).toBe('a,b')
  expect(readBy(await caller.runToEnd(id))).toBe('b')
  await save(id, flow(['a', 'b'], []))
  expect(readBy(await caller.runToEnd(id))).toBe('b')
  expect(readBy(await caller.runToEnd(id))).toBeNull()
})

it('offers only emitted items again when a step in between has lost the lineage', async () => {
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

it('keeps no reads of a run that fails', async () => {
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
  const [own, foreign] = [
    await caller.create(flow(['a'], [])),
    await other.create(flow(['a'], ['a'])),
  ]
  await caller.runToEnd(own)
  await other.runToEnd(foreign)
  const rows = () =>
    harness.db
      .selectFrom('read_items')
      .select('waiting')
      .where('workflow_id', '=', foreign)
      .execute()
  expect(await rows()).toEqual([{ waiting: true }])
  expect((await caller.call('DELETE', `/api/workflows/${foreign}/cursors`)).status).toBe(404)
  expect(await rows()).toHaveLength(1)
  await harness.db.transaction().execute((tx) => purgeOrg(tx, other.call.orgId))
  expect(await rows()).toEqual([])
})

interface Waiting {
  items: { source: string; externalId: string; title: string; reason: string; attempts: number }[]
  total: number
}
const readWaiting = async (id: string): Promise<Waiting> =>
  (await caller.call<Waiting>('GET', `/api/workflows/${id}/waiting-items`)).body
const runTimes = async (id: string, times: number) => {
  for (let run = 0; run < times; run += 1) await caller.runToEnd(id)
}
const setAttempts = (id: string, attempts: number) =>
  harness.db.updateTable('read_items').set({ attempts }).where('workflow_id', '=', id).execute()

/** Moves the last attempt of all items of a workflow a day back. */
const passDay = (id: string) =>
  harness.db
    .updateTable('read_items')
    .set({ updated_at: sql`updated_at - interval '1 day'` })
    .where('workflow_id', '=', id)
    .execute()

it('offers an item in every run until it was refused 10 times, and once a day from then on', async () => {
  const id = await caller.create(flow(['a', 'b'], ['b']))
  await runTimes(id, 10)
  expect((await readWaiting(id)).items).toMatchObject([
    { source: key, externalId: 'b', reason: 'It is refused', attempts: 10 },
  ])
  expect(readBy(await caller.runToEnd(id))).toBeNull()
  await passDay(id)
  expect(readBy(await caller.runToEnd(id))).toBe('b')
  expect((await readWaiting(id)).items).toMatchObject([{ externalId: 'b', attempts: 11 }])
})

it('lets often refused items take turns when there are more than 20', async () => {
  const ids = Array.from({ length: 25 }, (_, at) => `often-${String(at).padStart(2, '0')}`)
  const id = await caller.create(flow(ids, ids))
  await caller.runToEnd(id)
  await setAttempts(id, 10)
  await passDay(id)
  await save(id, flow([...ids, 'new'], ids))
  expect(readBy(await caller.runToEnd(id))).toBe([...ids.slice(0, 20), 'new'].join())
  expect(readBy(await caller.runToEnd(id))).toBe(ids.slice(20).join())
  expect(readBy(await caller.runToEnd(id))).toBeNull()
})

it('counts the attempts of failed runs', async () => {
  const drawn = graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'source', { ids: ['bad'] }),
      node('act', 'refuse', { refused: ['bad'], fails: true }),
    ],
    [edge('start', 'read'), edge('read', 'act')],
  )
  const id = await caller.create(drawn)
  expect((await caller.runToEnd(id)).status).toBe('failed')
  expect((await caller.runToEnd(id)).status).toBe('failed')
  expect((await readWaiting(id)).items).toMatchObject([{ externalId: 'bad', attempts: 2 }])
})

it('stops offering an item when a user dismisses it', async () => {
  const id = await caller.create(flow(['a', 'b/c'], ['b/c']))
  await caller.runToEnd(id)
  const path = `/api/workflows/${id}/waiting-items/${key}/${encodeURIComponent('b/c')}`
  expect((await caller.call('DELETE', path)).status).toBe(204)
  expect((await caller.call('DELETE', path)).status).toBe(404)
  expect(await readWaiting(id)).toMatchObject({ items: [], total: 0 })
  expect(readBy(await caller.runToEnd(id))).toBeNull()
})

it('rejects a dismissal by another organisation', async () => {
  const id = await caller.create(flow(['a'], ['a']))
  await caller.runToEnd(id)
  const stranger = harness.caller()
  const path = `/api/workflows/${id}/waiting-items`
  expect((await stranger.call('DELETE', `${path}/${key}/a`)).status).toBe(404)
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await readWaiting(id)).total).toBe(1)
})

it('needs attention while an item is refused often', async () => {
  const own = harness.caller()
  const orgId = String(own.principal.orgId)
  const attention = async () =>
    (await callRpc(harness.bus, WorkflowAttention, { orgId, userId: 'usr_1' })).items
  const id = await own.create(flow(['a', 'b'], ['b']))
  await own.runToEnd(id)
  expect(await attention()).toEqual([])
  await setAttempts(id, 9)
  await own.runToEnd(id)
  expect(await attention()).toMatchObject([
    {
      kind: 'item_refused',
      severity: 'warning',
      count: 1,
      title: 'A step refused 1 item many times',
      href: `/workflows/${id}?panel=waiting`,
      detail: expect.stringContaining('“b”: It is refused'),
    },
  ])
  await own.call('DELETE', `/api/workflows/${id}/waiting-items/${key}/b`)
  expect(await attention()).toEqual([])
})

it('counts no attempt when a step did not reach the item', async () => {
  const drawn = graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'source', { ids: ['a', 'b'] }),
      node('act', 'refuse', { refused: ['b'], unreached: true }),
    ],
    [edge('start', 'read'), edge('read', 'act')],
  )
  const id = await caller.create(drawn)
  await runTimes(id, 2)
  expect((await readWaiting(id)).items).toMatchObject([{ externalId: 'b', attempts: 0 }])
})
