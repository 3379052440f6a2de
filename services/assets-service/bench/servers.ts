import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Principal, ResolvePrincipals } from '@atrium/contracts'
import { freePort, startNats, startPostgres } from '@atrium/dev-servers'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { type Bus, connectBus, rpcHandler, serveRpc } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'

export interface Program {
  readonly port: number
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a program and waits until its port answers. */
export async function run(
  command: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Program> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
    const up = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (up && up.status !== 503) break
    if (tries > 200) throw new Error(`${command} does not answer`)
    await pause(100)
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** nginx with one worker and `sendfile`, no access log, serving a directory. */
export const startNginx = (directory: string, blobs: string): Promise<Program> =>
  runNginx(directory, 'files', (port) => `server { listen 127.0.0.1:${port}; root ${blobs}; }`)

/** nginx with one worker as a reverse proxy with kept connections. */
export const startNginxProxy = (directory: string, upstream: number): Promise<Program> =>
  runNginx(
    directory,
    'proxy',
    (port) => `upstream behind { server 127.0.0.1:${upstream}; keepalive 64; }
  server { listen 127.0.0.1:${port}; location / {
    proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; } }`,
  )

async function runNginx(directory: string, name: string, server: (port: number) => string): Promise<Program> {
  const port = await freePort()
  const home = join(directory, `nginx-${name}`)
  await mkdir(home, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home};`,
  )
  const config = join(home, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr crit; user root;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000;
  ${temporary.join(' ')}
  types { image/png png; video/mp4 mp4; }
  ${server(port)}
}\n`,
  )
  return run('nginx', ['-c', config, '-p', home], port)
}

export interface Backing {
  readonly env: NodeJS.ProcessEnv
  /** Headers of a caller in this org, good for a minute. */
  caller(orgId: string): Promise<Record<string, string>>
  /** Answers for identity, so that the gateway takes the key that this gives for a caller in this org. */
  apiKeyFor(orgId: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

const principalIn = (orgId: string): Principal => ({
  userId: `usr_${'1'.repeat(32)}`,
  orgId,
  role: 'owner',
  isAdmin: false,
  via: 'api_key',
  credentialId: 'key_1',
})

/** PostgreSQL and NATS, and the environment of a service that uses them. */
export async function startBacking(directory: string): Promise<Backing> {
  const postgres = await startPostgres({ dataDir: join(directory, 'postgres'), port: await freePort() })
  const nats = await startNats({ storeDir: join(directory, 'nats'), port: await freePort() })
  const secret = randomBytes(32).toString('hex')
  const tokens = await createPrincipalTokens(secret)
  const url = new URL(postgres.url)
  let bus: Bus | undefined
  return {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
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
    },
    caller: async (orgId) => ({
      [principalHeader]: await tokens.sign(principalIn(orgId)),
    }),
    async apiKeyFor(orgId) {
      bus ??= await connectBus({
        url: nats.url,
        service: 'identity',
        logger: createLogger('bench', 'silent', {}),
        metrics: createMetrics('bench'),
        tracing: propagateOnly,
      })
      await serveRpc(bus, '1.0.0', [
        rpcHandler(ResolvePrincipals, async ({ credentials }) => ({
          resolved: credentials.map(() => ({
            outcome: 'authenticated' as const,
            principal: principalIn(orgId),
          })),
        })),
      ])
      return { 'x-api-key': `atr_${'b'.repeat(60)}` }
    },
    async stop() {
      await bus?.drain()
      await nats.stop()
      await postgres.stop()
    },
  }
}

const runFile = promisify(execFile)

/** Requests a second that `wrk` gets out of an address with 32 connections, after a short warm-up. */
export async function requestsPerSecond(url: string, seconds: number): Promise<number> {
  const load = (duration: number) => runFile('wrk', ['-t1', '-c32', `-d${duration}s`, url])
  await load(1)
  const { stdout } = await load(seconds)
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} answered with errors`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

/** Resident memory of a process now and at its highest, in bytes. */
export async function memoryOf(pid: number): Promise<{ now: number; highest: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
  return { now: kilobytes('VmRSS') * 1024, highest: kilobytes('VmHWM') * 1024 }
}
