import { newId, WorkflowNodesLost } from '@atrium/contracts'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failExpiredRuns, failRunsOfDeadWorkers } from '../src/worker/fail-lost-runs.db.ts'
import { sweepOldRuns } from '../src/worker/rows/retention.db.ts'
import { diamond } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'

let harness: Harness
let caller: Caller
let workflowId = ''
beforeAll(async () => {
  harness = await startHarness()
  caller = harness.caller()
  workflowId = await caller.create(diamond())
})
afterAll(() => harness.stop())

/** Inserts a running run with one running node. `seen` is how long ago its worker was last seen. */
async function held(seen: string | null, started = '1 minute'): Promise<string> {
  const runId = newId('run')
  const worker = newId('req')
  if (seen !== null) {
    await sql`insert into workers (id, slots, seen_at) values (${worker}, 1, now() - ${seen}::interval)`.execute(
      harness.db,
    )
  }
  await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds, worker_id, started_at)
    values (${runId}, ${caller.principal.orgId}, 'x', ${workflowId}, 'usr_x', 'workflow-run', 1, 'running', 'event', '{}',
      ${worker}, now() - ${started}::interval)`.execute(harness.db)
  await sql`insert into node_runs (run_id, node_id, position, name, type, status, items_in, items_out, outputs, incomplete)
    values (${runId}, 'start', 0, 'start', 'trigger.manual', 'running', 1, 0, '{}', false)`.execute(
    harness.db,
  )
  return runId
}
const read = async (runId: string) =>
  (await caller.call<RunBody>('GET', `/api/workflows/${workflowId}/runs/${runId}`)).body

describe('a run with a dead worker', () => {
  it('fails with a clear message while the runs of living workers continue', async () => {
    const lost: unknown[] = []
    const { bus } = harness
    bus.nc.subscribe(bus.subject(`events.${caller.principal.orgId}.${WorkflowNodesLost.type}`), {
      callback: (_error, message) => void lost.push(message.json<{ data: unknown }>().data),
    })
    const [dead, unknown, alive] = [
      await held('30 seconds'),
      await held(null),
      await held('5 seconds'),
    ]
    await failRunsOfDeadWorkers(harness.db)
    for (const id of [dead, unknown]) {
      expect(await read(id)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('stopped responding'),
        nodes: [{ status: 'failed' }],
      })
    }
    expect((await read(alive)).status).toBe('running')
    // The event makes connect refund the model calls for these nodes.
    await eventually(() => {
      expect(lost).toHaveLength(2)
      for (const runId of [dead, unknown])
        expect(lost).toContainEqual({ runId, nodeIds: ['start'] })
    })
  })

  it('cancels the run at once when a user asks', async () => {
    const id = await held('30 seconds')
    const answer = await caller.call<RunBody>(
      'POST',
      `/api/workflows/${workflowId}/runs/${id}/cancel`,
    )
    expect(answer.body).toMatchObject({
      status: 'cancelled',
      nodes: [{ status: 'skipped', skipReason: 'cancelled' }],
    })
    await failRunsOfDeadWorkers(harness.db)
    expect((await read(id)).status).toBe('cancelled')
  })

  it('fails the run at boot if it is older than the queue’s expiry', async () => {
    const [old, young] = [await held('1 hour', '16 minutes'), await held('1 hour', '10 minutes')]
    await failExpiredRuns(harness.db)
    expect(await read(old)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('server restarted'),
    })
    expect((await read(young)).status).toBe('running')
  })
})

it('deletes old runs and the runs of a deleted workflow in batches, with their nodes', async () => {
  const other = await caller.create(diamond())
  const [old, fresh] = [
    (await caller.runToEnd(workflowId)).id,
    (await caller.runToEnd(workflowId)).id,
  ]
  const orphan = (await caller.runToEnd(other)).id
  await sql`update runs set finished_at = now() - interval '31 days' where id = ${old}`.execute(
    harness.db,
  )
  await caller.call('DELETE', `/api/workflows/${other}`)
  expect(await sweepOldRuns(harness.db, 30, new AbortController().signal)).toBe(2)
  const left = async (id: string) =>
    (
      await harness.db
        .selectFrom('all_node_runs')
        .select('node_id')
        .where('run_id', '=', id)
        .execute()
    ).length
  expect([await left(old), await left(orphan), await left(fresh)]).toEqual([0, 0, 5])
})
