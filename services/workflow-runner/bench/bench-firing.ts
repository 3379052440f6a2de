import { setTimeout as sleep } from 'node:timers/promises'
import { type Measurement, percentile } from '@atrium/bench-kit'
import { type RawBuilder, sql } from 'kysely'
import { diamond } from '../test/graphs.ts'
import type { Platform, Runner } from '../test/platform.ts'

const connections = 20

/**
 * Waits for a timestamp of a run, in milliseconds since 1970. Polls rarely, to keep the load low.
 */
export async function readMoment(
  platform: Platform,
  column: 'started_at' | 'finished_at',
  which: RawBuilder<unknown>,
): Promise<number> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    await sleep(25)
    const { rows } = await sql<{
      at: number | null
    }>`select extract(epoch from ${sql.ref(column)})::float8 * 1000 as at
      from workflow.runs where ${which}`.execute(platform.handle.db)
    const at = rows[0]?.at
    if (at !== undefined && at !== null) return at
  }
  return Number.POSITIVE_INFINITY
}

async function untilIdle(platform: Platform): Promise<void> {
  for (;;) {
    // Two queries, because each can use a partial index. A combined query would read the whole
    // table.
    const { rows } = await sql<{
      busy: boolean
    }>`select exists (select 1 from workflow.runs where status = 'queued')
      or exists (select 1 from workflow.runs where status = 'running') as busy`.execute(
      platform.handle.db,
    )
    if (rows[0]?.busy === false) return
    await sleep(50)
  }
}

/**
 * Measures the runs per second started over HTTP and completed: 20 connections, one runner process.
 */
export async function benchThroughput(
  platform: Platform,
  runner: Runner,
  seconds: number,
): Promise<Measurement[]> {
  const caller = await platform.caller(runner.url)
  const ids: string[] = []
  for (let at = 0; at < connections * 4; at += 1) {
    const { body } = await caller.send<{ id: string }>('POST', '/api/workflows', {
      name: `bench ${at}`,
      graph: diamond(),
    })
    ids.push(body.id)
  }
  const fire = async (until: number): Promise<void> => {
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        for (let round = 0; Date.now() < until; round += 1) {
          const id = ids[connection * 4 + (round % 4)]
          await caller.send('POST', `/api/workflows/${id}/run`)
        }
      }),
    )
  }
  await fire(Date.now() + 3_000)
  await untilIdle(platform)
  const started = new Date()
  const cpuBefore = await runner.cpuSeconds()
  await fire(Date.now() + seconds * 1_000)
  await untilIdle(platform)
  const { rows } = await sql<{ runs: string; last: Date; nodes: string }>`
    select count(*) as runs, max(finished_at) as last, (select count(*) from workflow.node_runs n
      join workflow.runs r on r.id = n.run_id where r.created_at >= ${started}) as nodes
    from workflow.runs where created_at >= ${started} and status = 'completed'`.execute(
    platform.handle.db,
  )
  await caller.close()
  const row = rows[0]
  if (row === undefined || Number(row.nodes) !== 5 * Number(row.runs))
    throw new Error('node rows are missing')
  const cpu = (await runner.cpuSeconds()) - cpuBefore
  console.log(
    `     ${row.runs} runs, ${((cpu / Number(row.runs)) * 1_000).toFixed(2)} ms of processor time each in the runner`,
  )
  const rate = Number(row.runs) / ((row.last.getTime() - started.getTime()) / 1_000)
  return [
    {
      name: 'workflow: 5-node graph, HTTP to completed and persisted',
      value: rate,
      unit: 'runs/s',
      target: '>= 300',
    },
  ]
}

/**
 * Measures the time from the Run button's request to the run's completion, one run at a time on an
 * idle system.
 */
export async function benchLatency(
  platform: Platform,
  runner: Runner,
  rounds: number,
): Promise<Measurement[]> {
  const caller = await platform.caller(runner.url)
  const { body } = await caller.send<{ id: string }>('POST', '/api/workflows', {
    name: 'latency',
    graph: diamond(),
  })
  const times: number[] = []
  for (let round = -20; round < rounds; round += 1) {
    const started = performance.timeOrigin + performance.now()
    const fired = await caller.send<{ runId: string }>('POST', `/api/workflows/${body.id}/run`)
    const at = await readMoment(platform, 'finished_at', sql`id = ${fired.body.runId}`)
    if (round >= 0) times.push(at - started)
  }
  await caller.close()
  return [
    {
      name: 'workflow: manual fire to completed, idle, p50',
      value: percentile(times, 0.5),
      unit: 'ms',
      target: '<= 10',
    },
    {
      name: 'workflow: manual fire to completed, idle, p99',
      value: percentile(times, 0.99),
      unit: 'ms',
      target: '<= 60',
    },
  ]
}
