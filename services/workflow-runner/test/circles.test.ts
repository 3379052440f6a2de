import { CardCreated } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { withRequestContext } from '@atrium/telemetry'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '../src/database.ts'
import { deepestRun } from '../src/runs/causes.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, startHarness } from './harness.ts'
import { pass, testNode } from './recorded-run.ts'

const card = (taskId: string) => ({
  taskId,
  kind: 'task' as const,
  title: 'Hello',
  status: 'todo' as const,
  tags: [],
  ownerId: 'usr_1',
})

let harness: Harness
// Stands in for a called service. The service emits an event while it handles the call.
const happen = (orgId: string | null, taskId = 'task_1') =>
  inTransaction(harness.db, undefined, (tx: Transaction) =>
    emit(tx, CardCreated, orgId, card(taskId)),
  )
const create = testNode('create_card', async (items, _params, { orgId }) => {
  await happen(orgId)
  return { outputs: { main: items } }
})
beforeAll(async () => {
  harness = await startHarness([pass, create])
})
afterAll(() => harness.stop())

const activated = async (caller: Caller, act: string): Promise<string> => {
  const id = await caller.create(
    graph(
      [node('event', 'trigger.event', { eventType: 'task.created' }), node('act', act)],
      [edge('event', 'act')],
    ),
  )
  expect((await caller.call('PATCH', `/api/workflows/${id}`, { active: true })).status).toBe(200)
  return id
}
const toRuns = (id: string) =>
  harness.db.selectFrom('runs').selectAll().where('workflow_id', '=', id).orderBy('id').execute()

it('stops a workflow whose own node emits its start event, and records the reason', async () => {
  const caller = harness.caller()
  const id = await activated(caller, 'create_card')
  await happen(caller.principal.orgId)
  const runs = await eventually(async () => {
    const rows = await toRuns(id)
    expect(rows.at(-1)?.status).toBe('failed')
    return rows
  }, 15_000)
  expect(runs.map((run) => run.depth)).toEqual(
    Array.from({ length: deepestRun + 1 }, (_, at) => at + 1),
  )
  expect(runs.slice(0, -1).every((run) => run.status === 'completed')).toBe(true)
  const [stopped, before] = [runs.at(-1), runs.at(-2)]
  expect(stopped?.caused_by).toBe(before?.id)
  const { body } = await caller.call('GET', `/api/workflows/${id}/runs/${stopped?.id}`)
  expect(body).toMatchObject({
    status: 'failed',
    startedAt: null,
    error: expect.stringContaining(
      `16 times in a row through events, the last time in run ${before?.id}`,
    ),
    nodes: [],
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await toRuns(id)).toHaveLength(deepestRun + 1)
})

it('stops two workflows that start each other after a workflow that only listens has seen every round', async () => {
  const caller = harness.caller()
  const [first, second] = [await activated(caller, 'create_card'), await activated(caller, 'pass')]
  await happen(caller.principal.orgId)
  await eventually(async () => expect((await toRuns(first)).at(-1)?.status).toBe('failed'), 15_000)
  const listening = await eventually(async () => {
    const rows = await toRuns(second)
    expect(rows).toHaveLength(deepestRun + 1)
    return rows
  })
  expect(listening.filter((run) => run.status === 'failed')).toHaveLength(1)
})

it('finds no loop when one request emits many events or an event carries the run id of another org', async () => {
  const caller = harness.caller()
  const id = await activated(caller, 'pass')
  const foreign = harness.caller()
  const other = await activated(foreign, 'pass')
  await happen(foreign.principal.orgId)
  const [deep] = await eventually(async () => {
    const rows = await toRuns(other)
    expect(rows).toHaveLength(1)
    return rows
  })
  await harness.db
    .updateTable('runs')
    .set({ depth: deepestRun })
    .where('id', '=', deep?.id ?? '')
    .execute()
  await withRequestContext(
    { requestId: deep?.id ?? '', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    () =>
      Promise.all(
        Array.from({ length: 30 }, (_, at) => happen(caller.principal.orgId, `task_${at}`)),
      ),
  )
  const runs = await eventually(async () => {
    const rows = await toRuns(id)
    expect(rows.filter((run) => run.status === 'completed')).toHaveLength(30)
    return rows
  })
  expect(runs.every((run) => run.depth === 1 && run.caused_by === null)).toBe(true)
  expect(runs[0]?.trace).toContain('a'.repeat(32))
})
