import type { ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@atrium/dev-servers'
import { platformEnvironment } from '../platform/process-platform.ts'
import { spawnService } from '../platform/spawn-service.ts'
import { type ServiceEntry, services } from '../services.ts'
import { endProcess } from '../start/as-processes.ts'
import { type Environment, withOwnKey } from '../start/environment.ts'
import { type Forwarder, startForwarder } from './forwarder.ts'

/** Several processes of each service, each service behind a load balancer. */
export interface Replicas {
  /** The load balancer of the gateways. */
  readonly baseUrl: string
  readonly count: number
  /** Kills the first replica of a service. */
  kill(service: string): Promise<void>
  /** Starts it again and waits until it is ready. */
  revive(service: string): Promise<void>
  /** Ends one replica after the other as an upgrade does, and starts this repository's program. */
  replaceAll(): Promise<void>
  stop(): Promise<void>
}

interface ReplicasOptions {
  readonly home: string
  /** The folder of the repository whose programs start. This one by default. */
  readonly root?: string | undefined
  /** The superuser's address of PostgreSQL. */
  readonly databaseUrl: string
  readonly toDatabaseUrl: (service: string) => string
  readonly toNatsUrl: (service: string) => string
  /** Receives a line for each replica that is ready. */
  readonly say: (line: string) => void
}

const counts: Readonly<Record<string, number>> = { gateway: 3, workflow: 3 }
const usualCount = 2
/** How long a replica may take to end. */
const graceMs = 20_000

interface Replica {
  readonly entry: ServiceEntry
  readonly port: number
  /** The number among the service's replicas. */
  readonly at: number
  child?: ChildProcess
}

/** Starts one replica of each service, which apply the migrations, and then all others. */
export async function startReplicas(options: ReplicasOptions): Promise<Replicas> {
  const replicas: Replica[] = []
  const balancers = new Map<string, Forwarder>()
  for (const entry of services) {
    const count = counts[entry.name] ?? usualCount
    const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
    balancers.set(entry.name, await startForwarder(ports))
    replicas.push(...ports.map((port, at) => ({ entry, port, at })))
  }
  const toUrl = (service: string): string => `http://127.0.0.1:${balancers.get(service)?.port}`
  const baseUrl = toUrl('gateway')
  const env: Environment = {
    ...platformEnvironment({
      home: options.home,
      baseUrl,
      databaseUrl: options.databaseUrl,
      natsUrl: options.toNatsUrl('operator'),
    }),
    LOG_LEVEL: 'warn',
    NATS_STREAM_REPLICAS: '3',
    DATABASE_POOL_SIZE: '5',
    RATE_LIMITS: 'off',
    ...Object.fromEntries(
      services.flatMap(({ name, urlVariable }) =>
        urlVariable === undefined ? [] : [[urlVariable, toUrl(name)]],
      ),
    ),
  }
  const start = async (replica: Replica, root?: string): Promise<void> => {
    const { entry, port, at } = replica
    const { child, ready } = spawnService(
      entry,
      {
        ...withOwnKey(entry.name, env),
        [entry.portVariable]: String(port),
        DATABASE_URL: options.toDatabaseUrl(entry.name),
        NATS_URL: options.toNatsUrl(entry.name),
      },
      { root, log: openSync(join(options.home, `${entry.name}-${at + 1}.log`), 'a') },
    )
    replica.child = child
    await ready
  }
  const find = (service: string): Replica => {
    const replica = replicas.find(({ entry }) => entry.name === service)
    if (replica === undefined) throw new Error(`there is no service ${service}`)
    return replica
  }
  const end = async ({ child }: Replica, signal: NodeJS.Signals): Promise<void> => {
    if (child !== undefined) await endProcess(child, graceMs, signal)
  }
  const startAll = (all: readonly Replica[]) =>
    Promise.all(all.map((replica) => start(replica, options.root)))
  await startAll(replicas.filter(({ at }) => at === 0))
  options.say('one replica of each service is ready')
  await startAll(replicas.filter(({ at }) => at > 0))
  return {
    baseUrl,
    count: replicas.length,
    kill: (service) => end(find(service), 'SIGKILL'),
    revive: (service) => start(find(service), options.root),
    async replaceAll() {
      for (const replica of replicas) {
        await end(replica, 'SIGTERM')
        await start(replica)
      }
    },
    async stop() {
      await Promise.all(replicas.map((replica) => end(replica, 'SIGTERM')))
      for (const balancer of balancers.values()) balancer.stop()
    },
  }
}
