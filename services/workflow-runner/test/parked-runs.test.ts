import { inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueStats } from '../src/runs/queue-stats.db.ts'
import { failRunsOfDeadWorkers } from '../src/worker/fail-lost-runs.db.ts'
import { sweepSnapshots } from '../src/worker/rows/retention.db.ts'
import { findNextWake } from '../src/worker/wake-runs.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { pass, testNode } from './recorded-run.ts'

const seen: string[] = []
const note = testNode('note', (items, params) => {
  seen.push(String(params['as']))
  return { outputs: { main: items } }
})

const acts: string[] = []
const release: (() => void)[] = []
/** Has its effect at once but returns late. */
const hang = testNode('hang', (items, _params, { runId }) => {
  acts.push(runId)
  return new Promise((resolve) => release.push(() => resolve({ outputs: { main: items } })))
})

let harness: Harness
let caller: Caller
beforeAll(async () => {
  harness = await startHarness([note, pass, hang])
  caller = harness.caller()
})
afterAll(() => harness.stop())

const sleeping = (as: string, wait: Record<string, unknown>) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('before', 'note', { as: `${as} before` }),
      node('wait', 'wait', wait),
      node('after', 'note', { as: `${as} after` }),
    ],
    [edge('start', 'before'), edge('before', 'wait'), edge('wait', 'after')],
  )
const long = { amount: 2, unit: 'days' }

const fire = async (id: string): Promise<string> =>
  (await caller.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)).body.runId
const readRun = async (id: string, runId: string): Promise<RunBody> =>
  (await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/${runId}`)).body
const toRow = (runId: string) =>
  harness.db
    .selectFrom('runs')
    .select(['status', 'worker_id', 'wake_at', 'awake_ms'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
const asleep = (runId: string) =>
  eventually(async () => {
    const row = await toRow(runId)
    if (row.status !== 'parked') throw new Error(`is ${row.status}`)
    return row
  })
const wakeNow = (runId: string) =>
  harness.db
    .updateTable('runs')
    .set({ wake_at: new Date(0) })
    .where('id', '=', runId)
    .execute()
const makeDue = async (
  runId: string,
  wake: () => Promise<unknown> = () => wakeNow(runId),
): Promise<void> => {
  // The snapshot also holds the node's wake time, so move that one, too.
  const { body } = await harness.db
    .selectFrom('parked_parts')
    .select('body')
    .where('run_id', '=', runId)
    .where('part', '=', 0)
    .executeTakeFirstOrThrow()
  const due = body.replace(/"until":\d+/, '"until":0')
  await harness.db
    .updateTable('parked_parts')
    .set({ body: due })
    .where('run_id', '=', runId)
    .where('part', '=', 0)
    .execute()
  await wake()
}
const parts = async (runId: string): Promise<number> =>
  (await harness.db.selectFrom('parked_parts').select('part').where('run_id', '=', runId).execute())
    .length
const toNode = (run: RunBody, id: string) => run.nodes.find((each) => each['nodeId'] === id)

it('sleeps without a worker, shows as running, and continues once', async () => {
  const id = await caller.create(sleeping('once', long))
  const runId = await fire(id)
  expect(await asleep(runId)).toMatchObject({ worker_id: null })
  const run = await readRun(id, runId)
  expect(run.status).toBe('running')
  expect(toNode(run, 'wait')).toMatchObject({
    status: 'running',
    message: expect.stringMatching(/^Waits until /),
  })
  // A second click starts another run because a sleeping run is not pending.
  const other = await fire(id)
  expect(other).not.toBe(runId)
  await asleep(other)
  await makeDue(runId)
  expect((await caller.ended(id, runId)).status).toBe('completed')
  expect(seen.filter((each) => each === 'once after')).toHaveLength(1)
  expect(await parts(runId)).toBe(0)
  await caller.call('POST', `/api/workflows/${id}/runs/${other}/cancel`)
})

it('counts a sleeping run as active in the queue statistics', async () => {
  const active = async () =>
    (await queueStats(harness.db)).queues.find(({ name }) => name === 'workflow-run')?.active
  const before = (await active()) ?? 0
  const id = await caller.create(sleeping('stats', long))
  const runId = await fire(id)
  await asleep(runId)
  expect(await active()).toBe(before + 1)
  await caller.call('POST', `/api/workflows/${id}/runs/${runId}/cancel`)
  expect(await active()).toBe(before)
})

it('wakes by itself after a short wait', async () => {
  const id = await caller.create(sleeping('short', { amount: 1, unit: 'seconds' }))
  expect((await caller.runToEnd(id)).status).toBe('completed')
  expect(seen.filter((each) => each.startsWith('short'))).toEqual(['short before', 'short after'])
})

it('knows when the next sleeping run is due', async () => {
  const id = await caller.create(sleeping('due', long))
  const runId = await fire(id)
  await asleep(runId)
  await sql`update runs set wake_at = now() + interval '3 seconds' where id = ${runId}`.execute(
    harness.db,
  )
  const dueInMs = await findNextWake(harness.db)
  expect(dueInMs).toBeGreaterThan(0)
  expect(dueInMs).toBeLessThanOrEqual(3_000)
  await caller.call('POST', `/api/workflows/${id}/runs/${runId}/cancel`)
})

it('cancels a sleeping run with its nodes and deletes its snapshot', async () => {
  const id = await caller.create(sleeping('cancelled', long))
  const runId = await fire(id)
  await asleep(runId)
  const cancelled = await caller.call<RunBody>('POST', `/api/workflows/${id}/runs/${runId}/cancel`)
  expect(cancelled.body.status).toBe('cancelled')
  expect(toNode(cancelled.body, 'wait')).toMatchObject({
    status: 'skipped',
    skipReason: 'cancelled',
  })
  expect(await parts(runId)).toBe(0)
})

it('continues a woken run if its worker died but its snapshot exists, and fails the run otherwise', async () => {
  const id = await caller.create(sleeping('killed', long))
  const dead = { status: 'running' as const, worker_id: 'wrk_dead' }
  const die = async (runId: string): Promise<void> => {
    await harness.db.updateTable('runs').set(dead).where('id', '=', runId).execute()
    await failRunsOfDeadWorkers(harness.db)
  }
  const kept = await fire(id)
  await asleep(kept)
  await makeDue(kept, () => die(kept))
  expect((await caller.ended(id, kept)).status).toBe('completed')
  expect(seen.filter((each) => each === 'killed after')).toHaveLength(1)
  const lost = await fire(id)
  await asleep(lost)
  await harness.db.deleteFrom('parked_parts').where('run_id', '=', lost).execute()
  await die(lost)
  const ended = await caller.ended(id, lost)
  expect(ended).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('stopped responding'),
  })
  expect(toNode(ended, 'wait')).toMatchObject({ status: 'failed' })
})

it('cancels a sleeping run of a schedule or an event when its workflow is inactive', async () => {
  const id = await caller.create(sleeping('inactive', long))
  const runId = await fire(id)
  await asleep(runId)
  await harness.db.updateTable('runs').set({ trigger: 'event' }).where('id', '=', runId).execute()
  await makeDue(runId)
  const ended = await caller.ended(id, runId)
  expect(ended).toMatchObject({
    status: 'cancelled',
    error: expect.stringContaining('deactivated'),
  })
  expect(toNode(ended, 'wait')).toMatchObject({ status: 'skipped' })
  expect(seen).not.toContain('inactive after')
})

it('sweeps the snapshot of an ended run if a dead worker left it, but not that of a sleeping run', async () => {
  const id = await caller.create(sleeping('swept', long))
  const over = await fire(id)
  await asleep(over)
  const other = await fire(id)
  await asleep(other)
  const ended = { status: 'completed' as const, finished_at: new Date() }
  await harness.db.updateTable('runs').set(ended).where('id', '=', over).execute()
  await inTransaction(harness.db, undefined, sweepSnapshots)
  expect([await parts(over), (await parts(other)) > 0]).toEqual([0, true])
  await caller.call('POST', `/api/workflows/${id}/runs/${other}/cancel`)
})

it('runs a sleeping run on its old graph when the workflow is saved', async () => {
  const id = await caller.create(sleeping('frozen', long))
  const runId = await fire(id)
  await asleep(runId)
  await caller.call('PATCH', `/api/workflows/${id}`, { graph: sleeping('other', long) })
  await makeDue(runId)
  await caller.ended(id, runId)
  expect(seen).toContain('frozen after')
})

it('does not count the time asleep towards the maximum run time', async () => {
  const id = await caller.create(sleeping('expired', long))
  const runId = await fire(id)
  await asleep(runId)
  await harness.db
    .updateTable('runs')
    .set({ started_at: new Date(0) })
    .where('id', '=', runId)
    .execute()
  await makeDue(runId)
  expect((await caller.ended(id, runId)).status).toBe('completed')
  const used = await fire(id)
  await asleep(used)
  await harness.db.updateTable('runs').set({ awake_ms: 900_000 }).where('id', '=', used).execute()
  await makeDue(used)
  expect(await caller.ended(id, used)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('900 seconds'),
  })
})

it('wakes each of 200 runs once when they are due together on two replicas', async () => {
  const replica = await harness.replica()
  const count = 200
  const id = await caller.create(sleeping('many', long))
  const first = await fire(id)
  await asleep(first)
  // A sleeping run is only its row and snapshot, so copies are enough to make many.
  await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds, continued,
      started_at, claimed_at, wake_at)
    select r.id || lpad(i::text, 4, '0'), org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds,
      continued, started_at, claimed_at, now() + interval '1 day' from runs r, generate_series(2, ${count}::int) i
    where r.id = ${first}`.execute(harness.db)
  await sql`insert into parked_parts (run_id, part, org_id, body)
    select r.id, p.part, p.org_id, p.body from parked_parts p, runs r
    where p.run_id = ${first} and r.id like ${`${first}_%`}`.execute(harness.db)
  await sql`update parked_parts set body = regexp_replace(body, '"until":\\d+', '"until":0')
    where part = 0 and run_id like ${`${first}%`}`.execute(harness.db)
  await sql`update runs set wake_at = now() where id like ${`${first}%`}`.execute(harness.db)
  await eventually(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from runs
      where id like ${`${first}%`} and status = 'completed'`.execute(harness.db)
    expect(rows).toEqual([{ n: count }])
  }, 60_000)
  expect(seen.filter((each) => each === 'many after')).toHaveLength(count)
  expect(await harness.db.selectFrom('parked_parts').select('part').execute()).toEqual([])
  await replica.stop()
})

it('fails a woken run if its worker dies after an effect, and does not repeat the effect', async () => {
  const id = await caller.create(
    graph(
      [
        node('start', 'trigger.manual'),
        node('wait', 'wait', long),
        node('act', 'hang', { as: 'act' }),
        node('after', 'note', { as: 'behind the effect' }),
      ],
      [edge('start', 'wait'), edge('wait', 'act'), edge('act', 'after')],
    ),
  )
  const runId = await fire(id)
  await asleep(runId)
  await makeDue(runId)
  await eventually(() => expect(acts).toEqual([runId]))
  expect(await parts(runId)).toBe(0)
  await harness.db
    .updateTable('runs')
    .set({ worker_id: 'wrk_dead' })
    .where('id', '=', runId)
    .execute()
  await failRunsOfDeadWorkers(harness.db)
  for (const go of release) go()
  expect(await caller.ended(id, runId)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('stopped responding'),
  })
  await failRunsOfDeadWorkers(harness.db)
  expect(acts).toEqual([runId])
  expect(seen).not.toContain('behind the effect')
})
