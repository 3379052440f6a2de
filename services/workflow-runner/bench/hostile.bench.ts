import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Measurement,
  type Program,
  percentile,
  readCookie,
  report,
  startProgram,
  withServers,
} from '@atrium/bench-kit'
import { newId } from '@atrium/contracts'
import { createDatabase, json } from '@atrium/database'
import { freePort } from '@atrium/dev-servers'
import type { Db, WorkflowDatabase } from '../src/database.ts'
import { type HostileWorkflow, hostileWorkflows } from './hostile-workflows.ts'

const services = fileURLToPath(new URL('../..', import.meta.url))
const runsOfEach = 8
const observedMs = 4_000
const pauseMs = 20

interface Person {
  userId: string
  orgId: string
  send(method: string, path: string, body?: unknown): Promise<Response>
}

async function signUp(origin: string, name: string): Promise<Person> {
  let cookie = ''
  const send: Person['send'] = (method, path, body) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const credentials = { name, email: `${name}@example.com`, password: 'correct horse battery' }
  const signedUp = await send('POST', '/api/auth/sign-up/email', credentials)
  cookie = readCookie(signedUp)
  const { user } = (await signedUp.json()) as { user: { id: string } }
  const created = await send('POST', '/api/auth/organization/create', { name, slug: name })
  const { id: orgId } = (await created.json()) as { id: string }
  return { userId: user.id, orgId, send }
}

/** Queues runs without the API, because reading a large request would count as work of the runs. */
async function queueRuns(
  db: Db,
  { userId, orgId }: Person,
  workflowId: string,
  input: object,
): Promise<void> {
  const rows = Array.from({ length: runsOfEach }, () => ({
    id: newId('run'),
    org_id: orgId,
    lane: orgId,
    workflow_id: workflowId,
    owner_id: userId,
    queue: 'workflow-run' as const,
    priority: 1,
    trigger: 'event' as const,
    seeds: json({ nodes: null, item: { json: { ...input } } }),
    graph: null,
  }))
  await db.updateTable('workflows').set({ active: true }).where('id', '=', workflowId).execute()
  await db.insertInto('runs').values(rows).execute()
}

/** Returns the longest step of a runner since the last call, in milliseconds. */
async function longestStep(runner: Program, file: string): Promise<number> {
  process.kill(runner.pid, 'SIGUSR2')
  await sleep(100)
  return Number(await readFile(file, 'utf8'))
}

async function readTimes(person: Person): Promise<number[]> {
  const times: number[] = []
  for (const until = Date.now() + observedMs; Date.now() < until; await sleep(pauseMs)) {
    const started = performance.now()
    const answer = await person.send('GET', '/api/workflows?limit=1')
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`A list of workflows answers ${answer.status}`)
    times.push(performance.now() - started)
  }
  return times
}

async function end(db: Db, workflowId: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ status: 'cancelled', finished_at: new Date() })
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  // The runner ends these runs when it next compares its slots with the rows.
  await sleep(3_000)
}

/**
 * Fills the slots of one organisation with hostile runs, one kind after the other. Measures another
 * organisation's requests through the gateway, and the longest step of the runner's event loop.
 */
const benchHostile = (): Promise<Measurement[]> =>
  withServers(async ({ databaseUrl, directory, env: servers }) => {
    const [api, identity, workflow, other] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ])
    const origin = `http://127.0.0.1:${api}`
    const file = join(directory, 'longest-step')
    const env = {
      ...servers,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      MAIL_OUTBOX_DIR: join(directory, 'mails'),
      API_PORT: String(api),
      PORT: String(api),
      API_URL: origin,
      AUTH_BASE_URL: origin,
      IDENTITY_PORT: String(identity),
      IDENTITY_SERVICE_URL: `http://127.0.0.1:${identity}`,
      WORKFLOW_PORT: String(workflow),
      WORKFLOW_SERVICE_URL: `http://127.0.0.1:${workflow}`,
      // The gateway requires these addresses, but the bench never uses them.
      ASSETS_SERVICE_URL: `http://127.0.0.1:${other}`,
      STEP_METER_FILE: file,
    }
    const programs: Program[] = []
    const start = async (service: string, port: number, ...options: string[]): Promise<Program> => {
      const main = join(services, service, 'src/main.ts')
      const program = await startProgram(process.execPath, [...options, main], { port, env })
      programs.push(program)
      return program
    }
    const handle = createDatabase<WorkflowDatabase>({
      url: databaseUrl,
      schema: 'workflow',
      poolSize: 2,
    })
    try {
      await start('identity-service', identity)
      const meter = join(import.meta.dirname, 'step-meter.ts')
      const runner = await start(
        'workflow-runner',
        workflow,
        '--max-semi-space-size=8',
        '--import',
        meter,
      )
      await start('gateway', api)
      const [attacker, neighbour] = [
        await signUp(origin, 'attacker'),
        await signUp(origin, 'neighbour'),
      ]
      const times: number[] = []
      const steps: number[] = []
      const observe = async (name: string, { graph, input }: HostileWorkflow): Promise<void> => {
        const saved = await attacker.send('POST', '/api/workflows', { name, graph })
        if (saved.status !== 201) throw new Error(`${name}: ${saved.status} ${await saved.text()}`)
        const { id } = (await saved.json()) as { id: string }
        await sleep(500)
        await longestStep(runner, file)
        await queueRuns(handle.db, attacker, id, input)
        const own = await readTimes(neighbour)
        const step = await longestStep(runner, file)
        await end(handle.db, id)
        const p99 = percentile(own, 0.99)
        console.log(
          `     ${name}: longest step ${step.toFixed(1)} ms, requests p99 ${p99.toFixed(0)} ms`,
        )
        times.push(...own)
        steps.push(step)
      }
      const idle = await readTimes(neighbour)
      console.log(`     without hostile runs: requests p99 ${percentile(idle, 0.99).toFixed(0)} ms`)
      for (const [name, hostile] of Object.entries(hostileWorkflows)) await observe(name, hostile)
      return [
        {
          name: "workflow: another org's requests during hostile runs, p99",
          value: percentile(times, 0.99),
          unit: 'ms',
          target: '<= 250',
        },
        {
          name: 'workflow: longest step of a hostile run',
          value: Math.max(...steps),
          unit: 'ms',
          target: '<= 20',
        },
      ]
    } finally {
      await handle.close()
      for (const program of programs.reverse()) await program.stop()
    }
  })

for (const row of await benchHostile()) report(row)
