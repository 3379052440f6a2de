import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type BenchServers, readMemory, startProgram, withServers } from '@atrium/bench-kit'
import { GenerateInvoices, newId } from '@atrium/contracts'
import { createDatabase } from '@atrium/database'
import { freePort } from '@atrium/dev-servers'
import { callRpc, connectBus } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import type { Database } from '../src/database.ts'

export const webhookSecret = 'whsec_bench'

export type Platform = Awaited<ReturnType<typeof startPlatform>>

/**
 * Runs invoicing without a processor in a separate process with its own servers until `work` ends.
 */
export const withPlatform = (
  work: (platform: Platform) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> =>
  withServers(async (servers) => {
    const platform = await startPlatform(servers, variables)
    try {
      await work(platform)
    } finally {
      await platform.stop()
    }
  })

async function startPlatform(
  { directory, databaseUrl, natsUrl, env, caller }: BenchServers,
  variables: Readonly<Record<string, string>>,
) {
  const port = await freePort()
  const service = await startProgram(
    process.execPath,
    [join(import.meta.dirname, '../src/main.ts')],
    {
      port,
      env: {
        ...env,
        NODE_ENV: 'production',
        ASSETS_UPLOAD_DIR: directory,
        LOG_LEVEL: 'warn',
        INVOICING_PORT: String(port),
        PAYMENTS_INVOICING_WEBHOOK_SECRET: webhookSecret,
        ...variables,
      },
    },
  )
  const database = createDatabase<Database>({ url: databaseUrl, schema: 'invoicing', poolSize: 4 })
  const bus = await connectBus({
    url: natsUrl,
    service: 'bench',
    logger: createLogger('bench', 'fatal', []),
    metrics: createMetrics('bench'),
    tracing: propagateOnly,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    databaseUrl,
    url: `http://127.0.0.1:${port}`,
    db: database.db,
    bus,
    /** Headers of an org admin, valid for a minute. */
    caller: (orgId: string) => caller('invoicing', { userId: newId('usr'), orgId, role: 'admin' }),
    send: (method: string, path: string, headers: Record<string, string>, body?: string) =>
      send(agent, port, method, path, headers, body),
    generate: () => callRpc(bus, GenerateInvoices, { limit: 500 }),
    /** Resident memory of the service in megabytes. */
    memory: async (): Promise<number> => (await readMemory(service.pid)).now / 2 ** 20,
    async stop() {
      agent.destroy()
      await bus.drain()
      await database.close()
      await service.stop()
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

/**
 * Runs `work` in `connections` concurrent loops for some seconds and returns the rounds per second.
 */
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
