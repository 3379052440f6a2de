import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMemory } from '@atrium/bench-kit'
import { newId, type Principal } from '@atrium/contracts'
import { createDatabase, type DatabaseHandle } from '@atrium/database'
import {
  bootEnvironment,
  freePort,
  type RunningServer,
  startNats,
  startPostgres,
} from '@atrium/dev-servers'
import { derivedPrincipalTokens, principalHeader } from '@atrium/http'
import { inheritedEnvironment } from '@atrium/testkit'
import { Pool } from 'undici'
import type { WorkflowDatabase } from '../src/database.ts'

const folder = join(import.meta.dirname, '..')

/** Returns Node's arguments from the service's own `start` script. */
async function startArguments(): Promise<string[]> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

export interface Runner {
  url: string
  process: ChildProcess
  /** Returns the current and the peak resident memory in megabytes. */
  memory(): Promise<{ now: number; peak: number }>
  cpuSeconds(): Promise<number>
  /** Sends a signal, SIGTERM by default, and resolves when the process has ended. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** Separate servers with runner processes, for benchmarks and chaos tests. */
export interface Platform {
  env: Record<string, string>
  handle: DatabaseHandle<WorkflowDatabase>
  startRunner(overrides?: Record<string, string>): Promise<Runner>
  caller(url: string, principal?: Partial<Principal>): Promise<PlatformCaller>
  restartNats(): Promise<void>
  restartPostgres(): Promise<void>
  stop(): Promise<void>
}

export interface PlatformCaller {
  principal: Principal
  send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: T }>
  close(): Promise<void>
}

/** Starts PostgreSQL and NATS in a temporary directory. `fsync` is on by default, as in production. */
export async function startPlatform(options: { fsync?: boolean } = {}): Promise<Platform> {
  const directory = await mkdtemp(join(tmpdir(), 'atrium-runner-'))
  const [postgresPort, natsPort] = [await freePort(), await freePort()]
  const launchPostgres = (): Promise<RunningServer> =>
    startPostgres({
      dataDir: join(directory, 'postgres'),
      port: postgresPort,
      fsync: options.fsync ?? true,
      maxConnections: 200,
    })
  const launchNats = (): Promise<RunningServer> =>
    startNats({ storeDir: join(directory, 'nats'), port: natsPort })
  let postgres = await launchPostgres()
  let nats = await launchNats()
  const env: Record<string, string> = {
    ...inheritedEnvironment(),
    NODE_ENV: 'test',
    ...bootEnvironment(postgres.url, nats.url),
    LOG_LEVEL: 'error',
    SHUTDOWN_TIMEOUT_MS: '2000',
  }
  const tokens = derivedPrincipalTokens('workflow', env['AUTH_SESSION_SECRET'] ?? '')
  const handle = createDatabase<WorkflowDatabase>({
    url: postgres.url,
    schema: 'workflow',
    poolSize: 4,
  })
  const runners = new Set<Runner>()
  return {
    env,
    handle,
    async startRunner(overrides = {}) {
      const port = String(await freePort())
      const child = spawn(process.execPath, await startArguments(), {
        cwd: folder,
        env: { ...env, WORKFLOW_PORT: port, ...overrides },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      await new Promise<void>((resolve, reject) => {
        child.once('message', () => resolve())
        child.once('exit', (code) => reject(new Error(`the runner ended with ${code}`)))
      })
      const runner: Runner = {
        url: `http://127.0.0.1:${port}`,
        process: child,
        async memory() {
          const { now, highest } = await readMemory(child.pid ?? 0)
          return { now: now / 2 ** 20, peak: highest / 2 ** 20 }
        },
        async cpuSeconds() {
          const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
          const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
          // Fields 14 and 15 of proc(5) count ticks of 10 ms.
          return (Number(fields[11]) + Number(fields[12])) / 100
        },
        async end(signal = 'SIGTERM') {
          if (child.exitCode === null && child.signalCode === null) child.kill(signal)
          await exited
          runners.delete(runner)
        },
      }
      runners.add(runner)
      return runner
    },
    async caller(base, given = {}) {
      const principal: Principal = {
        userId: newId('usr'),
        orgId: newId('org'),
        role: 'owner',
        isAdmin: false,
        via: 'session',
        credentialId: newId('ses'),
        ...given,
      }
      const pool = new Pool(base, { connections: 50 })
      let token = await tokens.sign(principal)
      let signedAt = Date.now()
      return {
        principal,
        async send<T>(
          method: string,
          path: string,
          body?: unknown,
          headers: Record<string, string> = {},
        ) {
          if (Date.now() - signedAt > 30_000) {
            token = await tokens.sign(principal)
            signedAt = Date.now()
          }
          const response = await pool.request({
            method: method as 'GET',
            path,
            headers: { ...headers, [principalHeader]: token, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
          const text = await response.body.text()
          return {
            status: response.statusCode,
            body: (text === '' ? undefined : JSON.parse(text)) as T,
          }
        },
        close: () => pool.close(),
      }
    },
    async restartNats() {
      await nats.stop()
      nats = await launchNats()
    },
    async restartPostgres() {
      await postgres.stop()
      postgres = await launchPostgres()
    },
    async stop() {
      for (const runner of [...runners]) await runner.end('SIGKILL')
      await handle.close()
      await nats.stop()
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
