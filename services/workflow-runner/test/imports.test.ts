import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeOrg } from '../src/system/system.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { boom, testNode } from './recorded-run.ts'

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const judge = testNode('judge', async (_items, params, { ledger }) => {
  const fresh = await ledger.record(
    'mail',
    new Map(texts(params['ids']).map((id) => [id, 'actionable'])),
  )
  return { outputs: { main: [...fresh].map((id) => ({ json: { id } })) } }
})
const claim = testNode('claim', async (_items, params, { ledger }) => {
  const fresh = await ledger.claim('feed', texts(params['ids']))
  return { outputs: { main: [...fresh].map((id) => ({ json: { id } })) } }
})
const advance = testNode('advance', async (items, params, { cursors }) => {
  const before = await cursors.read('calendar-1')
  if (params['clear'] === true) await cursors.clear('calendar-1')
  else await cursors.write('calendar-1', String(params['token']))
  return {
    outputs: { main: items },
    message: `was ${before}`,
    watermarks: { 'calendar-1:farEdge': 'x' },
  }
})

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([judge, claim, advance, boom])
  caller = harness.caller()
})
afterAll(() => harness.stop())

const flow = (...nodes: ReturnType<typeof node>[]) =>
  graph(
    [node('start', 'trigger.manual'), ...nodes],
    nodes.map((each, at) => edge(at === 0 ? 'start' : (nodes[at - 1]?.id ?? ''), each.id)),
  )
interface Ledger {
  items: { source: string; externalId: string; verdict: string; runId: string | null }[]
  total: number
}
const readLedger = async (id: string, query = ''): Promise<Ledger> =>
  (await caller.call<Ledger>('GET', `/api/workflows/${id}/imports${query}`)).body
const itemsOut = (run: { nodes: Record<string, unknown>[] }, id: string): unknown =>
  run.nodes.find((each) => each['nodeId'] === id)?.['itemsOut']

it('records a verdict once, with the run that made it', async () => {
  const id = await caller.create(flow(node('judge', 'judge', { ids: ['m1', 'm2', 'm1'] })))
  const first = await caller.runToEnd(id)
  const second = await caller.runToEnd(id)
  expect([itemsOut(first, 'judge'), itemsOut(second, 'judge')]).toEqual([2, 0])
  const { items, total } = await readLedger(id)
  expect(total).toBe(2)
  expect(items.map(({ runId }) => runId)).toEqual([first.id, first.id])
  expect((await readLedger(id, '?verdict=dismissed')).items).toEqual([])
  expect((await readLedger(id, '?verdict=actionable&source=mail&limit=1')).items).toHaveLength(1)
})

it('judges a forgotten item again, even if its id contains special characters', async () => {
  const externalId = '<a/b%c?d@example.org>'
  const id = await caller.create(flow(node('judge', 'judge', { ids: [externalId, 'other'] })))
  await caller.runToEnd(id)
  const path = `/api/workflows/${id}/imports/mail/${encodeURIComponent(externalId)}`
  expect((await caller.call('DELETE', path)).status).toBe(204)
  expect(await caller.call('DELETE', path)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(itemsOut(await caller.runToEnd(id), 'judge')).toBe(1)
})

it('voids the claims of a run when it fails and keeps them when it completes', async () => {
  const ids = ['f1', 'f2']
  const failing = flow(node('claim', 'claim', { ids }), node('boom', 'boom'))
  const id = await caller.create(failing)
  expect((await caller.runToEnd(id)).status).toBe('failed')
  expect((await readLedger(id)).items.map(({ verdict }) => verdict)).toEqual(['pending', 'pending'])
  await caller.call('PATCH', `/api/workflows/${id}`, {
    graph: flow(node('claim', 'claim', { ids })),
  })
  expect(itemsOut(await caller.runToEnd(id), 'claim')).toBe(2)
  expect((await readLedger(id)).items.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
  expect(itemsOut(await caller.runToEnd(id), 'claim')).toBe(0)
})

it('keeps ids distinct even if they are longer than a column', async () => {
  const long = 'x'.repeat(5_000)
  const id = await caller.create(flow(node('judge', 'judge', { ids: [`${long}1`, `${long}2`] })))
  expect(itemsOut(await caller.runToEnd(id), 'judge')).toBe(2)
  expect(itemsOut(await caller.runToEnd(id), 'judge')).toBe(0)
})

it('shows cursors and clears one or all of them', async () => {
  const id = await caller.create(flow(node('advance', 'advance', { token: 't1' })))
  await caller.runToEnd(id)
  const path = `/api/workflows/${id}/cursors`
  const cursors = async () => (await caller.call<{ items: unknown[] }>('GET', path)).body.items
  expect(await cursors()).toEqual([
    expect.objectContaining({ kind: 'watermark', key: 'calendar-1:farEdge', value: 'x' }),
    expect.objectContaining({ kind: 'calendar', key: 'calendar-1', value: 't1' }),
  ])
  expect((await caller.call('DELETE', `${path}?kind=other`)).status).toBe(400)
  expect((await caller.call('DELETE', `${path}?kind=calendar&key=calendar-1`)).status).toBe(204)
  expect(await cursors()).toHaveLength(1)
  expect((await caller.call('DELETE', path)).status).toBe(204)
  expect(await cursors()).toEqual([])
})

it('deletes ledger and cursors when an org is purged or a workflow is deleted', async () => {
  const tables = ['workflow_imports', 'ingestion_sync_cursors'] as const
  const rows = async (id: string): Promise<number[]> =>
    Promise.all(
      tables.map(
        async (table) =>
          (
            await harness.db
              .selectFrom(table)
              .select('org_id')
              .where('workflow_id', '=', id)
              .execute()
          ).length,
      ),
    )
  const both = flow(
    node('judge', 'judge', { ids: ['m1'] }),
    node('advance', 'advance', { token: 't' }),
  )
  const deleted = await caller.create(both)
  await caller.runToEnd(deleted)
  expect(await rows(deleted)).toEqual([1, 1])
  await caller.call('DELETE', `/api/workflows/${deleted}`)
  expect(await rows(deleted)).toEqual([0, 0])
  const leaving = harness.caller()
  const purged = await leaving.create(both)
  await leaving.runToEnd(purged)
  expect(await rows(purged)).toEqual([1, 1])
  await harness.db.transaction().execute((tx) => purgeOrg(tx, leaving.call.orgId))
  expect(await rows(purged)).toEqual([0, 0])
})
