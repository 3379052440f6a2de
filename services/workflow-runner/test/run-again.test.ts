import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sweepOldRuns } from '../src/worker/rows/retention.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { testNode } from './recorded-run.ts'

const seen: Record<string, unknown[]> = {}
let broken = true
/** Builds a node to record its items, each with its ancestor from the node `start`. */
const recorder = (type: string) =>
  testNode(type, (items, _params, context) => {
    seen[type] = items.map((item, at) => [
      item.json['v'],
      (context.paramsFor(at) as Record<string, unknown>)['from'],
    ])
    if (type === 'flaky' && broken) throw new Error('the line is down')
    return { outputs: { main: items } }
  })
const values = testNode('values', (_items, params) => ({
  outputs: { main: (params['v'] as unknown[]).map((v) => ({ json: { v } })) },
}))

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([recorder('early'), recorder('flaky'), recorder('late'), values])
  caller = harness.caller()
})
afterAll(() => harness.stop())
beforeEach(() => {
  for (const type of Object.keys(seen)) delete seen[type]
  broken = true
})

const flow = (v: unknown[], flaky: object = {}) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('values', 'values', { v }),
      node('early', 'early'),
      node('flaky', 'flaky', { from: "{{ $node['values'].json.v }}", ...flaky }),
      node('late', 'late'),
    ],
    [
      edge('start', 'values'),
      edge('values', 'early'),
      edge('early', 'flaky'),
      edge('flaky', 'late'),
    ],
  )
const againPath = (id: string, runId: string) => `/api/workflows/${id}/runs/${runId}/again`
interface Queued {
  runId: string
  run: RunBody
  code: string
}

it('starts at the failed node with the items that it had, and keeps the outcomes of the nodes before it', async () => {
  const id = await caller.create(flow(['a', 'b']))
  const failed = await caller.runToEnd(id)
  expect(failed).toMatchObject({ status: 'failed', error: 'flaky: the line is down' })
  broken = false
  delete seen['early']
  const queued = await caller.call<Queued>('POST', againPath(id, failed.id))
  expect(queued).toMatchObject({ status: 202, body: { run: { trigger: 'manual' } } })
  const run = await caller.ended(id, queued.body.runId)
  expect(run.status, JSON.stringify(run)).toBe('completed')
  expect(seen).toEqual({
    flaky: [
      ['a', 'a'],
      ['b', 'b'],
    ],
    late: [
      ['a', undefined],
      ['b', undefined],
    ],
  })
  expect(run.nodes.map((each) => [each['nodeId'], each['status']])).toEqual([
    ['start', 'completed'],
    ['values', 'completed'],
    ['early', 'completed'],
    ['flaky', 'completed'],
    ['late', 'completed'],
  ])
  expect(
    (await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/${failed.id}`)).body,
  ).toEqual(failed)
})

it('runs the saved graph from the named node', async () => {
  const id = await caller.create(flow(['a']))
  const { id: runId } = await caller.runToEnd(id)
  broken = false
  await caller.call('PATCH', `/api/workflows/${id}`, { graph: flow(['a'], { from: 'changed' }) })
  const queued = await caller.call<Queued>('POST', againPath(id, runId), { node: 'early' })
  await caller.ended(id, queued.body.runId)
  expect(seen['early']).toEqual([['a', undefined]])
  expect(seen['flaky']).toEqual([['a', 'changed']])
})

it('keeps all items of a failed run with their lineage, even if its samples show fewer', async () => {
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  const id = await caller.create(flow(numbers))
  const { id: runId } = await caller.runToEnd(id)
  broken = false
  const queued = await caller.call<Queued>('POST', againPath(id, runId))
  expect(queued.status, JSON.stringify(queued.body)).toBe(202)
  await caller.ended(id, queued.body.runId)
  expect(seen['flaky']).toEqual(numbers.map((n) => [n, n]))
  await caller.call('DELETE', `/api/workflows/${id}`)
  await sweepOldRuns(harness.db, 30, new AbortController().signal)
  const left = await harness.db
    .selectFrom('kept_parts')
    .select('part')
    .where('run_id', '=', runId)
    .execute()
  expect(left).toEqual([])
})

it('refuses items that are not kept in full, unknown nodes and unfinished runs', async () => {
  broken = false
  const id = await caller.create(flow([1, 2, 3, 4]))
  const { id: runId } = await caller.runToEnd(id)
  const refused = await caller.call<Queued>('POST', againPath(id, runId), { node: 'flaky' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'items_not_kept' } })
  const unknown = await caller.call<Queued>('POST', againPath(id, runId), { node: 'none' })
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'node' }] } })
  expect((await caller.call('POST', againPath(id, runId), { other: 1 })).status).toBe(400)
  expect((await caller.call('POST', againPath(id, `run_${'0'.repeat(32)}`))).status).toBe(404)
  await sql`update runs set status = 'running', finished_at = null where id = ${runId}`.execute(
    harness.db,
  )
  const going = await caller.call<Queued>('POST', againPath(id, runId))
  expect(going).toMatchObject({ status: 409, body: { code: 'run_unfinished' } })
  await sql`update runs set status = 'failed', finished_at = now() where id = ${runId}`.execute(
    harness.db,
  )
  const stranger = await harness.caller().call<Queued>('POST', againPath(id, runId))
  expect(stranger).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

it('refuses items of a completed run if its samples do not show their ancestors', async () => {
  broken = false
  const lines = graph(
    [
      node('start', 'trigger.manual'),
      node('values', 'values', { v: [['a', 'b'], ['c']] }),
      node('split', 'split', { field: 'v' }),
      node('late', 'late'),
    ],
    [edge('start', 'values'), edge('values', 'split'), edge('split', 'late')],
  )
  const id = await caller.create(lines)
  const { id: runId, status } = await caller.runToEnd(id)
  expect(status).toBe('completed')
  const refused = await caller.call<Queued & { detail: string }>('POST', againPath(id, runId), {
    node: 'late',
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'items_not_kept' } })
  expect((await caller.call<Queued>('POST', againPath(id, runId), { node: 'split' })).status).toBe(
    202,
  )
})

it('does not queue a run that cannot be written in full', async () => {
  const id = await caller.create(flow(['a']))
  const { id: runId } = await caller.runToEnd(id)
  await sql`alter table parked_parts add constraint refuse_parts check (part < 0) not valid`.execute(
    harness.db,
  )
  expect((await caller.call('POST', againPath(id, runId))).status).toBe(500)
  await sql`alter table parked_parts drop constraint refuse_parts`.execute(harness.db)
  const runs = await harness.db
    .selectFrom('runs')
    .select('id')
    .where('workflow_id', '=', id)
    .execute()
  expect(runs).toEqual([{ id: runId }])
})

it('returns the runs before the one that the request names', async () => {
  const id = await caller.create(graph([node('start', 'trigger.manual')]))
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.unshift((await caller.runToEnd(id)).id)
  const list = async (before: string) =>
    caller.call<{ items: RunBody[] }>('GET', `/api/workflows/${id}/runs?before=${before}`)
  const [newest = '', middle = '', oldest = ''] = ids
  expect((await list(newest)).body.items.map((run) => run.id)).toEqual([middle, oldest])
  expect((await list(middle)).body.items.map((run) => run.id)).toEqual([oldest])
  expect((await list(oldest)).body.items).toEqual([])
  expect((await list('nothing')).status).toBe(400)
  const stranger = harness.caller()
  expect((await stranger.call('GET', `/api/workflows/${id}/runs?before=${newest}`)).status).toBe(
    404,
  )
})
