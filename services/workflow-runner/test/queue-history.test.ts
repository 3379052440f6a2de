import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { sampleQueues } from '../src/runs/queue-history.db.ts'
import { startHarness } from './harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

interface History {
  queues: { name: string; samples: { at: string; depth: number; oldestSeconds: number }[] }[]
}
const sample = () => harness.db.transaction().execute(sampleQueues)
const history = async () =>
  (await harness.caller({ isAdmin: true }).call<History>('GET', '/api/workflows/queue-history'))
    .body.queues

it('records each minute once, with the number of waiting runs and their waiting time', async () => {
  // The rows are deleted in the same transaction, so no worker takes them.
  await harness.db.transaction().execute(async (tx) => {
    await sql`insert into runs (id, lane, workflow_id, owner_id, queue, priority, trigger, seeds, created_at)
      select 'run_waits_' || n, 'x', 'wf_x', 'usr_x', 'workflow-run-adhoc', 1, 'manual', '{}', now() - interval '90 s'
      from generate_series(1, 2) n`.execute(tx)
    await sampleQueues(tx)
    await sql`delete from runs where id like 'run_waits_%'`.execute(tx)
  })
  await sample()
  const queues = await history()
  expect(
    queues.map(({ name, samples }) => [name, Math.max(...samples.map(({ depth }) => depth))]),
  ).toEqual([
    ['workflow-run', 0],
    ['workflow-run-adhoc', 2],
    ['webhook-delivery', 0],
  ])
  expect(queues[1]?.samples[0]?.oldestSeconds).toBeCloseTo(90, 1)
  expect(queues[0]?.samples[0]?.oldestSeconds).toBe(0)
})

it('keeps the highest sample of each five minutes for a day', async () => {
  await sql`delete from queue_samples`.execute(harness.db)
  await sql`insert into queue_samples (queue, at, depth, oldest_seconds)
    select 'workflow-run', date_bin('5 minutes', now() - interval '1 hour', 'epoch') + n * interval '1 minute', n, 10 - n
    from generate_series(0, 4) n`.execute(harness.db)
  await sql`insert into queue_samples (queue, at, depth, oldest_seconds)
    values ('workflow-run', now() - interval '25 hours', 99, 99)`.execute(harness.db)
  const [runs] = await history()
  expect(runs?.samples).toMatchObject([{ depth: 4, oldestSeconds: 10 }])
  await sample()
  const { rows } = await sql<{ n: string }>`select count(*) as n from queue_samples`.execute(
    harness.db,
  )
  expect(Number(rows[0]?.n)).toBe(5 + 3)
})

it('shows the history to operators only', async () => {
  expect(await harness.caller().call('GET', '/api/workflows/queue-history')).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
})
