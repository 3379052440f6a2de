import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  bootEnvironment,
  freePort,
  type RunningServer,
  startNats,
  startPostgres,
} from '@atrium/dev-servers'
import { inheritedEnvironment } from '@atrium/testkit'
import { services } from '../services.ts'
import { endProcess } from '../start/as-processes.ts'
import { makeServiceRoles } from '../start/database-roles.ts'
import { withOwnKey } from '../start/environment.ts'
import { spawnService } from './spawn-service.ts'
import { formatAuthorization, rolePasswords, toNatsUrl } from './users.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The platform as in production: one process per service, and separate servers for tests to stop.
 */
export interface ProcessPlatform {
  baseUrl: string
  databaseUrl: string
  home: string
  /** Returns the process id of a service. Throws if it does not run. */
  pid(service: string): number
  /** Kills a service without a chance to clean up. */
  kill(service: string): Promise<void>
  /** Restarts a killed service and waits until it is ready. */
  revive(service: string): Promise<void>
  /** Starts another process for a service. No gateway route leads to it. */
  replica(service: string): Promise<{ end(): Promise<void> }>
  stopNats(): Promise<void>
  startNats(): Promise<void>
  stopPostgres(): Promise<void>
  startPostgres(): Promise<void>
  stop(): Promise<void>
}

interface ProcessPlatformOptions {
  /** True if the database flushes to disk, as in production. */
  fsync?: boolean
  /** Replacements for the services' own programs, as paths from the root. */
  programs?: Readonly<Record<string, string>>
}

/**
 * Returns the variables that all processes of a platform have in common. `baseUrl` is the address of
 * its gateways.
 */
export const platformEnvironment = (platform: {
  readonly home: string
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly natsUrl: string
}): Record<string, string> => ({
  ...inheritedEnvironment(),
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  ...bootEnvironment(platform.databaseUrl, platform.natsUrl),
  WEBHOOK_SECRET_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  API_PORT: new URL(platform.baseUrl).port,
  API_URL: platform.baseUrl,
  AUTH_BASE_URL: platform.baseUrl,
  ASSETS_UPLOAD_DIR: join(platform.home, 'assets'),
  MAIL_OUTBOX_DIR: join(platform.home, 'mails'),
})

/**
 * Starts every service in parallel with separate servers and ports, and waits until all are ready.
 */
export async function startProcessPlatform(
  overrides: Record<string, string> = {},
  { fsync = false, programs = {} }: ProcessPlatformOptions = {},
): Promise<ProcessPlatform> {
  const home = await mkdtemp(join(tmpdir(), 'atrium-faults-'))
  const [postgresPort, natsPort, gatewayPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
  ])
  const openPostgres = (): Promise<RunningServer> =>
    startPostgres({ dataDir: join(home, 'postgres'), port: postgresPort, fsync })
  const openNats = (): Promise<RunningServer> =>
    startNats({
      storeDir: join(home, 'nats'),
      port: natsPort,
      authorization: formatAuthorization(),
    })
  let postgres = await openPostgres()
  let nats = await openNats()
  const names = services.map(({ name }) => name)
  const toDatabaseUrl = await makeServiceRoles(root, postgres.url, names, rolePasswords)
  const baseUrl = `http://127.0.0.1:${gatewayPort}`
  const env: Record<string, string> = {
    ...platformEnvironment({ home, baseUrl, databaseUrl: postgres.url, natsUrl: nats.url }),
    PORT: String(gatewayPort),
    ...overrides,
  }
  for (const { portVariable, urlVariable } of services) {
    if (urlVariable === undefined) continue
    const port = await freePort()
    env[portVariable] = String(port)
    env[urlVariable] = `http://127.0.0.1:${port}`
  }
  const children = new Map<string, ChildProcess>()

  const start = async (
    name: string,
    key = name,
    own: Record<string, string> = {},
  ): Promise<void> => {
    const entry = services.find((service) => service.name === name)
    if (entry === undefined) throw new Error(`there is no service ${name}`)
    const { child, ready } = spawnService(
      entry,
      {
        ...withOwnKey(name, env),
        ...own,
        DATABASE_URL: toDatabaseUrl(name),
        NATS_URL: toNatsUrl(nats.url, name),
      },
      { program: programs[name] },
    )
    children.set(key, child)
    await ready
  }
  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = children.get(name)
    if (child !== undefined) await endProcess(child, 8_000, signal)
  }
  await Promise.all(services.map(({ name }) => start(name)))

  return {
    baseUrl,
    databaseUrl: postgres.url,
    home,
    pid(name) {
      const pid = children.get(name)?.pid
      if (pid === undefined) throw new Error(`${name} does not run`)
      return pid
    },
    kill: (name) => end(name, 'SIGKILL'),
    revive: (name) => start(name),
    async replica(name) {
      const portVariable = services.find((service) => service.name === name)?.portVariable ?? ''
      const key = `${name} ${children.size}`
      await start(name, key, { [portVariable]: String(await freePort()) })
      return { end: () => end(key, 'SIGTERM') }
    },
    stopNats: async () => void (await nats.stop()),
    startNats: async () => {
      nats = await openNats()
    },
    stopPostgres: async () => void (await postgres.stop()),
    startPostgres: async () => {
      postgres = await openPostgres()
    },
    async stop() {
      await Promise.all([...children.keys()].reverse().map((key) => end(key, 'SIGTERM')))
      await Promise.all([nats.stop(), postgres.stop()])
      await rm(home, { recursive: true, force: true })
    },
  }
}
