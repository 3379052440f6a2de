import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, report } from '@atrium/bench-kit'
import { type Owner, type StartedPlatform, signUp, withPlatform } from './started-platform.ts'

// Measures runs of a workflow with five steps that are started over the API.
const connections = 20
const seconds = 10
const idleRounds = 200

const check = (id: string, operator: string) => ({
  id,
  name: id,
  type: 'if',
  params: { combinator: 'and', conditions: [{ left: 'firedAt', operator }] },
  position: { x: 0, y: 0 },
})
const edge = (node: string, output: string, to: string) => ({
  from: { node, output },
  to: { node: to, input: 'main' },
})
const graph = {
  nodes: [
    { id: 'start', name: 'start', type: 'trigger.manual', params: {}, position: { x: 0, y: 0 } },
    ...['check', 'yes', 'no'].map((id) => check(id, 'exists')),
    check('join', 'not_exists'),
  ],
  edges: [
    edge('start', 'main', 'check'),
    edge('check', 'true', 'yes'),
    edge('check', 'false', 'no'),
    edge('yes', 'true', 'join'),
    edge('no', 'true', 'join'),
  ],
}

async function createWorkflow({ send }: Owner, name: string): Promise<string> {
  return (await send<{ id: string }>('POST', '/api/workflows', { name, graph })).id
}

async function untilIdle({ query }: StartedPlatform): Promise<void> {
  for (;;) {
    const [row] = await query<{ busy: boolean }>(
      `select exists (select 1 from workflow.runs where status = 'queued')
        or exists (select 1 from workflow.runs where status = 'running') as busy`,
    )
    if (row?.busy === false) return
    await sleep(50)
  }
}

async function benchThroughput(platform: StartedPlatform, owner: Owner): Promise<void> {
  const ids: string[] = []
  for (let n = 0; n < connections * 4; n += 1) ids.push(await createWorkflow(owner, `bench ${n}`))
  const fire = async (until: number): Promise<void> => {
    const loop = async (connection: number): Promise<void> => {
      for (let round = 0; Date.now() < until; round += 1)
        await owner.send('POST', `/api/workflows/${ids[connection * 4 + (round % 4)]}/run`)
    }
    await Promise.all(Array.from({ length: connections }, (_, connection) => loop(connection)))
  }
  await fire(Date.now() + 3_000)
  await untilIdle(platform)
  const started = new Date()
  await fire(Date.now() + seconds * 1_000)
  await untilIdle(platform)
  const [row] = await platform.query<{ runs: string; last: Date }>(
    `select count(*) as runs, max(finished_at) as last from workflow.runs
    where created_at >= $1 and status = 'completed'`,
    [started],
  )
  if (row === undefined) throw new Error('no run has completed')
  const rate = Number(row.runs) / ((row.last.getTime() - started.getTime()) / 1_000)
  report({ name: 'five steps, completed', value: rate, unit: 'runs/s', target: '>= 300' })
}

/** Measures one run at a time, from the request to the end of the run. */
async function benchLatency({ query }: StartedPlatform, owner: Owner): Promise<void> {
  const id = await createWorkflow(owner, 'latency')
  const times: number[] = []
  for (let round = -20; round < idleRounds; round += 1) {
    const started = Date.now()
    const { runId } = await owner.send<{ runId: string }>('POST', `/api/workflows/${id}/run`)
    let finished: Date | null | undefined
    while (!finished) {
      await sleep(25)
      const [row] = await query<{ at: Date | null }>(
        'select finished_at as at from workflow.runs where id = $1',
        [runId],
      )
      finished = row?.at
    }
    if (round >= 0) times.push(finished.getTime() - started)
  }
  const name = 'five steps, idle, from the request to the end'
  report({ name: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms', target: '<= 10' })
  report({ name: `${name}, p99`, value: percentile(times, 0.99), unit: 'ms', target: '<= 60' })
}

await withPlatform(async (platform) => {
  const owner = await signUp(platform)
  await benchThroughput(platform, owner)
  await benchLatency(platform, owner)
})
