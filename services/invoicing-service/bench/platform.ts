import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenerateInvoices, newId } from '@atrium/contracts'
import { createDatabase } from '@atrium/database'
import { freePort, startNats, startPostgres } from '@atrium/dev-servers'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { callRpc, connectBus } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import type { Database } from '../src/database.ts'

export const webhookSecret = 'whsec_bench'

export type Platform = Awaited<ReturnType<typeof startPlatform>>

/** PostgreSQL with its usual durability, NATS, and invoicing as a process of its own, without a processor. */
export async function startPlatform() {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const postgres = await startPostgres({ dataDir: join(directory, 'postgres'), port: await freePort() })
  const nats = await startNats({ storeDir: join(directory, 'nats'), port: await freePort() })
  const secret = randomBytes(32).toString('hex')
  const url = new URL(postgres.url)
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ASSETS_UPLOAD_DIR: directory,
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.url,
      DATABASE_HOST: url.hostname,
      DATABASE_USER: url.username,
      DATABASE_PASSWORD: 'unused',
      DATABASE_NAME: url.pathname.slice(1),
      DATABASE_PORT: url.port,
      AUTH_SECRET: randomBytes(32).toString('hex'),
      AUTH_SESSION_SECRET: secret,
      NATS_URL: nats.url,
      INVOICING_PORT: String(port),
      PAYMENTS_INVOICING_WEBHOOK_SECRET: webhookSecret,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [undefined]),
  ])) as [unknown]
  if (message === undefined) throw new Error('the service did not start')
  const tokens = await createPrincipalTokens(secret)
  const database = createDatabase<Database>({ url: postgres.url, schema: 'invoicing', poolSize: 4 })
  const bus = await connectBus({
    url: nats.url,
    service: 'bench',
    logger: createLogger('bench', 'fatal', {}),
    metrics: createMetrics('bench'),
    tracing: propagateOnly,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    databaseUrl: postgres.url,
    db: database.db,
    /** Headers of an admin of an org, good for a minute. */
    async caller(orgId: string): Promise<Record<string, string>> {
      const token = await tokens.sign({
        userId: newId('usr'),
        orgId,
        role: 'admin',
        isAdmin: false,
        via: 'session',
        credentialId: 'ses_bench',
      })
      return { [principalHeader]: token }
    },
    send: (method: string, path: string, headers: Record<string, string>, body?: string) =>
      send(agent, port, method, path, headers, body),
    generate: () => callRpc(bus, GenerateInvoices, { limit: 500 }),
    /** Resident memory of the service in megabytes. */
    async memory(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    async stop() {
      agent.destroy()
      await bus.drain()
      await database.close()
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await Promise.all([postgres.stop(), nats.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Runs `work` from `connections` loops for some seconds; answers rounds per second. */
export async function perSecond(
  connections: number,
  seconds: number,
  work: (n: number) => Promise<void>,
): Promise<number> {
  let done = 0
  let next = 0
  const started = performance.now()
  const until = started + seconds * 1_000
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await work(next++)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return done / ((performance.now() - started) / 1_000)
}

export interface Row {
  name: string
  value: number
  unit: string
  target: string
  reached: boolean
}

/** One line for people, one for machines. */
export function report(row: Row): void {
  const value = Math.round(row.value * 100) / 100
  console.log(
    `${row.reached ? 'ok  ' : 'MISS'} ${row.name.padEnd(52)} ${String(value).padStart(10)} ${row.unit} (${row.target})`,
  )
  console.log(`BENCH ${JSON.stringify({ ...row, value })}`)
}

export const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))] ?? 0
