import { newId } from '@atrium/contracts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { getRun, queuePosition, type RunKey } from '../src/runs/runs.db.ts'
import { diamond } from './graphs.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())
beforeEach(async () => {
  await harness.db.deleteFrom('runs').execute()
})

const urgent = 0
const usual = 1
async function queue(orgId: string, priority: number, count: number): Promise<RunKey[]> {
  const keys: RunKey[] = []
  for (let at = 0; at < count; at += 1) {
    const runId = newId('run')
    await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds)
      values (${runId}, ${orgId}, ${orgId}, 'wf_1', 'usr_1', 'elsewhere', ${priority}, 'event', '{}')`.execute(
      harness.db,
    )
    keys.push({ orgId, workflowId: 'wf_1', runId })
  }
  return keys
}
const positions = async (keys: readonly RunKey[]): Promise<(number | undefined)[]> => {
  const found: (number | undefined)[] = []
  for (const key of keys) found.push(await queuePosition(harness.db, await getRun(harness.db, key)))
  return found
}

it('puts urgent runs of an org first and then older ones', async () => {
  const runs = await queue('org_a', usual, 3)
  const byHand = await queue('org_a', urgent, 2)
  expect(await positions([...byHand, ...runs])).toEqual([0, 1, 2, 3, 4])
})

it('lets orgs take turns, so each has as many runs ahead as the own org, or one more if its first run is older or urgent', async () => {
  const first = await queue('org_a', usual, 4)
  const second = await queue('org_b', usual, 2)
  expect(await positions(first)).toEqual([0, 2, 4, 5])
  expect(await positions(second)).toEqual([1, 3])
  const byHand = await queue('org_c', urgent, 1)
  expect(await positions(byHand)).toEqual([0])
  expect(await positions(first.slice(0, 1))).toEqual([1])
})

it('counts every org, even if the first ones have long queues', async () => {
  const id = await harness.caller().create(diamond())
  await sql`insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds)
    select 'run_' || lpad(i::text, 32, '0'), 'org_' || i % 20, 'org_' || i % 20, ${id}, 'usr_1', 'elsewhere', 1,
      'event', '{}' from generate_series(1, 20000) i`.execute(harness.db)
  const late = await queue('org_late', usual, 1)
  expect(await positions(late)).toEqual([20])
})
