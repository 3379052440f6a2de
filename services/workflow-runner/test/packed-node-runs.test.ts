import { afterAll, beforeAll, expect, it } from 'vitest'
import { runningRecord } from '../src/engine/node-record.ts'
import { purgeOrg } from '../src/system/system.db.ts'
import { createRunWriter } from '../src/worker/rows/run-writer.db.ts'
import { diamond, edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { testNode } from './recorded-run.ts'

let harness: Harness
let caller: Caller
let goOn: () => void = () => {}
const slow = testNode('slow', async (items) => {
  await new Promise<void>((resolve) => {
    goOn = resolve
  })
  return { outputs: { main: items } }
})
beforeAll(async () => {
  harness = await startHarness([slow])
  caller = harness.caller()
})
afterAll(() => harness.stop())

/** Returns how many rows a run has in each of the two tables. */
async function countRows(runId: string): Promise<{ loose: number; packed: number }> {
  const [loose, packed] = await Promise.all(
    (['node_runs', 'packed_node_runs'] as const).map((table) =>
      harness.db.selectFrom(table).select('run_id').where('run_id', '=', runId).execute(),
    ),
  )
  return { loose: loose?.length ?? 0, packed: packed?.length ?? 0 }
}

it('keeps the steps of an ended run in one row, and shows them in order', async () => {
  const { id, nodes } = await caller.runToEnd(await caller.create(diamond()))
  expect(await countRows(id)).toEqual({ loose: 0, packed: 1 })
  expect(nodes.map(({ nodeId }) => nodeId)).toEqual(['start', 'check', 'yes', 'no', 'join'])
  expect(nodes[0]).toMatchObject({ itemsOut: 1, startedAt: expect.any(String), fix: null })
})

it('packs rows that were written while the run went on, and shows them before and after the end', async () => {
  const flow = graph(
    [node('start', 'trigger.manual'), node('slow', 'slow'), node('last', 'limit', { count: 1 })],
    [edge('start', 'slow'), edge('slow', 'last')],
  )
  const workflowId = await caller.create(flow)
  const path = `/api/workflows/${workflowId}`
  const { runId } = (await caller.call<{ runId: string }>('POST', `${path}/run`)).body
  const readNodes = async () => {
    const { nodes } = (
      await caller.call<{ nodes: { nodeId: string; status: string; startedAt: string }[] }>(
        'GET',
        `${path}/runs/${runId}`,
      )
    ).body
    return nodes.map(({ nodeId, status, startedAt }) => ({ nodeId, status, startedAt }))
  }
  await expect.poll(async () => (await readNodes())[1]?.status).toBe('running')
  const before = await readNodes()
  expect((await countRows(runId)).packed).toBe(0)
  goOn()
  await caller.ended(workflowId, runId)
  const after = await readNodes()
  expect(after.map(({ nodeId, status }) => [nodeId, status])).toEqual([
    ['start', 'completed'],
    ['slow', 'completed'],
    ['last', 'completed'],
  ])
  expect(after.slice(0, 2).map(({ startedAt }) => startedAt)).toEqual(
    before.slice(0, 2).map(({ startedAt }) => startedAt),
  )
  expect(await countRows(runId)).toEqual({ loose: 0, packed: 1 })
})

it('keeps the packed row if another worker ends the run again', async () => {
  const run = await caller.runToEnd(await caller.create(diamond()))
  const row = await harness.db
    .selectFrom('runs')
    .selectAll()
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow()
  const writer = createRunWriter(harness.db, () => row.worker_id ?? '')
  const again = await writer.finish({
    run: { ...row, trigger: row.trigger },
    outcome: { status: 'failed', error: 'late', watermarks: {} },
    records: [runningRecord(node('late', 'if'), 9, 1, 0)],
    lost: [],
  })
  expect(again).toBeUndefined()
  const { body } = await caller.call<typeof run>(
    'GET',
    `/api/workflows/${row.workflow_id}/runs/${run.id}`,
  )
  expect([body.status, body.nodes]).toEqual(['completed', run.nodes])
})

it('deletes the packed rows of a deleted organisation and of no other', async () => {
  const other = harness.caller()
  const [kept, gone] = await Promise.all(
    [caller, other].map(async (each) => (await each.runToEnd(await each.create(diamond()))).id),
  )
  await harness.db.transaction().execute((tx) => purgeOrg(tx, other.principal.orgId ?? ''))
  expect(await countRows(gone ?? '')).toEqual({ loose: 0, packed: 0 })
  expect(await countRows(kept ?? '')).toEqual({ loose: 0, packed: 1 })
})
