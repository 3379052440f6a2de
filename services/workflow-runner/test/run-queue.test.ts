import { newId } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { diamond } from './graphs.ts'
import { type RunBody, startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

/** Inserts a row like a trigger does, but never sends its message. */
async function addRow(
  orgId: string | null,
  workflowId: string,
  given: { trigger: 'manual' | 'schedule'; nodes: string[] | null },
): Promise<string> {
  const runId = newId('run')
  await harness.db
    .insertInto('runs')
    .values({
      id: runId,
      org_id: orgId,
      lane: orgId ?? '_',
      workflow_id: workflowId,
      owner_id: 'usr_x',
      queue: 'workflow-run',
      priority: 1,
      trigger: given.trigger,
      seeds: JSON.stringify({ nodes: given.nodes, item: { json: {} } }) as never,
      graph: null,
      task_id: null,
      worker_id: null,
      error: null,
      started_at: null,
      finished_at: null,
    })
    .execute()
  return runId
}

it('finds a queued row if its message was never sent', async () => {
  const caller = harness.caller()
  const id = await caller.create(diamond())
  const runId = await addRow(caller.principal.orgId, id, { trigger: 'manual', nodes: null })
  await eventually(async () =>
    expect(
      (await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/${runId}`)).body.status,
    ).toBe('completed'),
  )
})

it('skips a triggered run when its workflow is inactive', async () => {
  const caller = harness.caller()
  const id = await caller.create(diamond())
  const runId = await addRow(caller.principal.orgId, id, { trigger: 'schedule', nodes: ['start'] })
  await eventually(async () => {
    const run = (await caller.call<RunBody>('GET', `/api/workflows/${id}/runs/${runId}`)).body
    expect(run).toMatchObject({ status: 'cancelled', nodes: [] })
  })
})

it('serves all orgs, even if there are more than one query reads', async () => {
  const caller = harness.caller()
  const id = await caller.create(diamond())
  await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds)
    select 'run_more_' || i, ${caller.principal.orgId}, 'many_' || i, ${id} || i, 'usr_x', 'workflow-run', 1, 'manual',
      '{"nodes":null,"item":{"json":{}}}' from generate_series(1, 350) i`.execute(harness.db)
  await eventually(async () => {
    const left = await harness.db
      .selectFrom('runs')
      .select('id')
      .where('status', 'in', ['queued', 'running'])
      .execute()
    expect(left).toEqual([])
  }, 20_000)
})

it("deletes each job's message when the job is done", async () => {
  await eventually(async () => {
    const outbox = await harness.db
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'job')
      .execute()
    expect(outbox).toEqual([])
  })
  expect(await harness.db.selectFrom('dead_letters').selectAll().execute()).toEqual([])
})
