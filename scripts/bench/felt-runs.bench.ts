import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { load, median, report } from '@atrium/bench-kit'
import { buildFiveSteps } from './five-steps.ts'
import { type Owner, type StartedPlatform, signUp, time, withPlatform } from './started-platform.ts'

// Measures what a caller of a workflow's web address waits for, and what a run costs in the
// database. Every call goes through the gateway.
const callers = 20
const seconds = 10
const runsForMemory = 25_000
const runsByHand = 40

async function createHook({ send }: Owner, respond: 'at_once' | 'last_output'): Promise<string> {
  const graph = buildFiveSteps({ type: 'trigger.webhook', params: { respond } })
  const { id } = await send<{ id: string }>('POST', '/api/workflows', { name: respond, graph })
  await send('PATCH', `/api/workflows/${id}`, { active: true })
  const { url } = await send<{ url: string }>('POST', `/api/workflows/${id}/hook`)
  return url
}

/** Measures from the request that starts a run until its live view has shown the end. */
async function benchByHand(platform: StartedPlatform, owner: Owner): Promise<void> {
  const graph = buildFiveSteps({ type: 'trigger.manual', params: {} })
  const { id } = await owner.send<{ id: string }>('POST', '/api/workflows', { name: 'hand', graph })
  const run = async (): Promise<void> => {
    const input = { body: { order: 17 } }
    const path = `/api/workflows/${id}`
    const { runId } = await owner.send<{ runId: string }>('POST', `${path}/run`, { input })
    const events = await fetch(`${platform.baseUrl}${path}/runs/${runId}/events`, owner)
    if (!(await events.text()).includes('"completed"')) throw new Error('The run did not complete')
  }
  const times: number[] = []
  for (let n = 0; n < runsByHand; n += 1) times.push(await time(run))
  const name = 'start by hand until the end is shown, five steps, p50'
  report({ name, value: median(times), unit: 'ms', target: '<= 200' })
}

async function untilIdle({ query }: StartedPlatform): Promise<void> {
  for (;;) {
    const [row] = await query<{ busy: boolean }>(
      `select exists (select from workflow.runs where status in ('queued', 'running'))
        or exists (select from workflow.outbox) as busy`,
    )
    if (row?.busy === false) return
    await sleep(100)
  }
}

const tables = ['runs', 'node_runs', 'packed_node_runs']

/** Returns the bytes that the tables of runs take with their indexes, after a vacuum. */
async function readBytes({ query }: StartedPlatform): Promise<{ bytes: number; runs: number }> {
  await query(`vacuum analyze ${tables.map((name) => `workflow.${name}`).join(', ')}`)
  const sum = tables.map((name) => `pg_total_relation_size('workflow.${name}')`).join(' + ')
  const [row] = await query<{ bytes: string; runs: string }>(
    `select ${sum} as bytes, (select count(*) from workflow.runs) as runs`,
  )
  return { bytes: Number(row?.bytes), runs: Number(row?.runs) }
}

const folder = await mkdtemp(join(tmpdir(), 'atrium-felt-'))
try {
  const script = join(folder, 'call.lua')
  await writeFile(
    script,
    `wrk.method = "POST"
wrk.body = '{"order":17,"customer":"Kunsthalle"}'
wrk.headers["content-type"] = "application/json"
`,
  )
  await withPlatform(
    async (platform) => {
      const memory = 'memory after start, PostgreSQL and NATS included'
      await sleep(5_000)
      report({ name: memory, value: platform.readMemory(), unit: 'MB', target: '<= 400' })
      const owner = await signUp(platform)
      const [waiting, atOnce] = [
        await createHook(owner, 'last_output'),
        await createHook(owner, 'at_once'),
      ]
      const call = async (url: string, connections: number, time = seconds) => {
        const found = await load(url, { seconds: time, connections, script, warmUpSeconds: 2 })
        await untilIdle(platform)
        return found
      }
      await benchByHand(platform, owner)
      const single = await call(waiting, 1)
      const several = await call(waiting, callers)
      const before = await readBytes(platform)
      const queued = await call(atOnce, callers)
      const five = 'webhook with response, five steps'
      const many = `${callers} callers`
      report({ name: `${five}, 1 caller, p50`, value: single.p50Ms, unit: 'ms', target: '<= 8' })
      report({ name: `${five}, ${many}`, value: several.perSecond, unit: '/s', target: '>= 430' })
      report({ name: `${five}, ${many}, p50`, value: several.p50Ms, unit: 'ms', target: '-' })
      const once = `webhook, response at once, ${many}`
      report({ name: once, value: queued.perSecond, unit: '/s', target: '>= 800' })
      report({
        name: 'database bytes for a five-step run',
        value: before.bytes / before.runs,
        unit: 'bytes',
        target: '<= 3072',
      })
      // The same calls to n8n, if it runs on this machine; docs/benchmarks.md.
      const other = process.env['N8N_WEBHOOK_URL']
      if (other !== undefined) {
        const options = { seconds, script, warmUpSeconds: 2 }
        const { p50Ms } = await load(other, { ...options, connections: 1 })
        const { perSecond } = await load(other, { ...options, connections: callers })
        report({ name: 'n8n, the same, 1 caller, p50', value: p50Ms, unit: 'ms', target: '-' })
        report({ name: `n8n, the same, ${many}`, value: perSecond, unit: '/s', target: '-' })
      }
      const { runs } = await readBytes(platform)
      if (runs < runsForMemory)
        await call(waiting, callers, (runsForMemory - runs) / several.perSecond)
      const after = `memory after ${runsForMemory.toLocaleString('en')} runs`
      report({ name: after, value: platform.readMemory(), unit: 'MB', target: '<= 600' })
    },
    { HOOK_CALLS_PER_MINUTE: '1000000' },
  )
} finally {
  await rm(folder, { recursive: true })
}
