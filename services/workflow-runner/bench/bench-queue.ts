import { setTimeout as sleep } from 'node:timers/promises'
import type { Measurement } from '@atrium/bench-kit'
import { sql } from 'kysely'
import { edge, graph, node } from '../test/graphs.ts'
import type { Platform } from '../test/platform.ts'

const count = async (platform: Platform, which: string): Promise<number> => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.raw(which)}`.execute(
    platform.handle.db,
  )
  return Number(rows[0]?.n ?? 0)
}

/**
 * Measures how long three replicas take to fire 10,000 cron schedules that are due at once. None
 * may fire twice.
 */
export async function benchSchedules(platform: Platform): Promise<Measurement[]> {
  const flow = graph(
    [
      node('tick', 'trigger.schedule', { cron: '0 0 1 1 *' }),
      node('check', 'if', { combinator: 'and', conditions: [] }),
    ],
    [edge('tick', 'check')],
  )
  await sql`insert into workflow.workflows (id, org_id, owner_id, name, graph, active)
    select 'wf_cron_' || i, 'org_' || (i % 50), 'usr_1', 'cron', ${JSON.stringify(flow)}::jsonb, true
    from generate_series(1, 10000) i`.execute(platform.handle.db)
  await sql`insert into workflow.schedules (key, workflow_id, node_id, cron, tz, next_at)
    select 'wf.' || id || '.tick', id, 'tick', '0 0 1 1 *', 'UTC', now() + interval '1 day'
    from workflow.workflows where id like 'wf\\_cron\\_%'`.execute(platform.handle.db)
  const replicas = []
  for (let at = 0; at < 3; at += 1) replicas.push(await platform.startRunner())
  const due = new Date(Date.now() + 1_500)
  await sql`update workflow.schedules set next_at = ${due} where workflow_id like 'wf\_cron\_%'`.execute(
    platform.handle.db,
  )
  while ((await count(platform, `workflow.runs where workflow_id like 'wf\\_cron\\_%'`)) < 10_000)
    await sleep(100)
  const seconds = (Date.now() - due.getTime()) / 1_000
  const twice = await count(
    platform,
    `(select workflow_id from workflow.runs where workflow_id like 'wf\\_cron\\_%' group by 1 having count(*) > 1) q`,
  )
  while ((await count(platform, `workflow.runs where status in ('queued', 'running')`)) > 0)
    await sleep(100)
  const completed = (Date.now() - due.getTime()) / 1_000
  for (const replica of replicas) await replica.end()
  await sql`delete from workflow.workflows where id like 'wf\_cron\_%'`.execute(platform.handle.db)
  return [
    {
      name: 'workflow: 10,000 crons due at once, 3 replicas, all fired',
      value: seconds,
      unit: 's',
      target: '<= 30',
    },
    {
      name: 'workflow: 10,000 crons due at once, 3 replicas, all completed',
      value: completed,
      unit: 's',
      target: '<= 60',
    },
    {
      name: 'workflow: 10,000 crons due at once, fired twice',
      value: twice,
      unit: 'crons',
      target: '<= 0',
    },
  ]
}

/**
 * Queues 100,000 one-node runs, and measures the runner's memory and speed while it works through
 * them.
 */
export async function benchBacklog(platform: Platform): Promise<Measurement[]> {
  const total = 100_000
  const flow = graph([node('start', 'trigger.manual')])
  await sql`insert into workflow.workflows (id, org_id, owner_id, name, graph, active)
    values ('wf_backlog', 'org_1', 'usr_1', 'backlog', ${JSON.stringify(flow)}::jsonb, true)`.execute(
    platform.handle.db,
  )
  await sql`insert into workflow.runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds)
    select 'run_' || lpad(i::text, 32, '0'), 'org_' || (i % 20), 'org_' || (i % 20), 'wf_backlog', 'usr_1', 'workflow-run', 1,
      'event', '{"nodes":null,"item":{"json":{}}}' from generate_series(1, ${total}) i`.execute(
    platform.handle.db,
  )
  await sql`vacuum analyze workflow.runs`.execute(platform.handle.db)
  const runner = await platform.startRunner()
  const started = Date.now()
  await sleep(12_000)
  const done = await count(
    platform,
    `workflow.runs where workflow_id = 'wf_backlog' and status = 'completed'`,
  )
  const rate = done / ((Date.now() - started) / 1_000)
  const { peak } = await runner.memory()
  await runner.end()
  await sql`delete from workflow.runs where workflow_id = 'wf_backlog'`.execute(platform.handle.db)
  return [
    {
      name: 'workflow: runner memory with 100,000 runs queued, peak',
      value: peak,
      unit: 'MB',
      target: '<= 250',
    },
    {
      name: 'workflow: claim and complete of a one-node run',
      value: rate,
      unit: 'runs/s',
      target: '>= 500',
    },
  ]
}
