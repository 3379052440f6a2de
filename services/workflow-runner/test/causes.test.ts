import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { diamond } from './graphs.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

it("carries the starting request's trace in the job and in the run's start and end events", async () => {
  // The relay deletes published rows, so a trigger keeps copies.
  await sql`create table workflow.written as select * from workflow.outbox`.execute(harness.db)
  await sql`create function workflow.keep() returns trigger language plpgsql as
    'begin insert into workflow.written select new.*; return new; end'`.execute(harness.db)
  await sql`create trigger keep after insert on workflow.outbox
    for each row execute function workflow.keep()`.execute(harness.db)
  const caller = harness.caller()
  const id = await caller.create(diamond())
  const traceId = 'c'.repeat(32)
  const headers = {
    traceparent: `00-${traceId}-${'d'.repeat(16)}-01`,
    'x-request-id': 'req-of-the-click',
  }
  const { body } = await caller.call<{ runId: string }>(
    'POST',
    `/api/workflows/${id}/run`,
    {},
    headers,
  )
  await caller.ended(id, body.runId)
  const { rows } = await eventually(async () => {
    const written = await sql`select type, org_id, data, trace, request_id from workflow.written
      where data->>'runId' = ${body.runId} order by seq`.execute(harness.db)
    expect(written.rows).toHaveLength(3)
    return written
  })
  const shared = { org_id: caller.principal.orgId, trace: expect.stringContaining(traceId) }
  expect(rows).toEqual([
    {
      ...shared,
      type: 'workflow-run.high',
      data: { runId: body.runId },
      request_id: 'req-of-the-click',
    },
    {
      ...shared,
      type: 'workflow.run_queued',
      data: { runId: body.runId, workflowId: id, trigger: 'manual' },
      request_id: 'req-of-the-click',
    },
    {
      ...shared,
      type: 'workflow.run_finished',
      data: {
        runId: body.runId,
        workflowId: id,
        status: 'completed',
        trigger: 'manual',
        error: null,
      },
      request_id: body.runId,
    },
  ])
})
