import { join } from 'node:path'
import { freePort, type RunningServer, startNats } from '@atrium/dev-servers'
import { connectBus, natsOperator } from '@atrium/messaging'
import { createLogger } from '@atrium/service-kit'
import { formatAuthorization, toNatsUrl } from '../platform/users.ts'
import { until } from '../stories/story.ts'
import { type Forwarder, startForwarder } from './forwarder.ts'
import { killServer } from './kill-server.ts'

/** Three NATS servers with JetStream as one cluster. */
export interface NatsServers {
  /** Returns the addresses of all servers for a user, as `NATS_URL` takes them. */
  toUrl(user: string): string
  /** Kills the server that leads a stream, and returns its name. */
  killLeader(stream: string): Promise<string>
  /** Starts the killed servers again, and waits until each stream has all its copies. */
  revive(): Promise<void>
  /** Separates the last server from the others. Its clients stay connected to it. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

const names = ['nats-1', 'nats-2', 'nats-3'] as const

export async function startNatsServers(home: string): Promise<NatsServers> {
  const ports = await Promise.all(names.map(() => freePort()))
  const routePorts = await Promise.all(names.map(() => freePort()))
  // The others reach the last server only through its forwarder, and it reaches them only through
  // theirs. So cutting the forwarders separates it.
  const links = await Promise.all(routePorts.map((port) => startForwarder([port])))
  const running = new Map<string, RunningServer>()
  const start = async (at: number): Promise<void> => {
    const serverName = names[at] ?? ''
    const server = await startNats({
      storeDir: join(home, serverName),
      port: ports[at] ?? 0,
      authorization: formatAuthorization(),
      cluster: {
        serverName,
        port: routePorts[at] ?? 0,
        advertisedPort: links[at]?.port ?? 0,
        routes: listRoutes(at, routePorts, links),
      },
    })
    running.set(serverName, server)
  }
  await Promise.all(names.map((_, at) => start(at)))
  const toUrl = (user: string): string =>
    ports.map((port) => toNatsUrl(`nats://127.0.0.1:${port}`, user)).join(',')
  const logger = createLogger('cluster', 'fatal', [])
  const operator = await connectBus({ url: toUrl(natsOperator), service: natsOperator, logger })
  const manager = operator.jsm
  const whenReady = <T>(what: string, look: () => Promise<T | undefined>): Promise<T> =>
    until(what, () => look().catch(() => undefined), 60_000)
  const findLeader = (stream: string): Promise<string> =>
    whenReady(`a leader of ${stream}`, async () => {
      const { cluster } = await manager.streams.info(stream)
      return cluster?.leader
    })
  await whenReady('a leader of JetStream', () => manager.getAccountInfo())
  return {
    toUrl,
    async killLeader(stream) {
      const leader = await findLeader(stream)
      const server = running.get(leader)
      if (server === undefined) throw new Error(`${leader} does not run`)
      running.delete(leader)
      await killServer(server)
      return leader
    },
    async revive() {
      await Promise.all(names.map((name, at) => (running.has(name) ? undefined : start(at))))
      await whenReady('all copies of the streams', async () => {
        const streams = await manager.streams.list().next()
        const isComplete = streams.every(
          ({ cluster }) => cluster?.replicas?.every(({ current }) => current) ?? false,
        )
        return isComplete || undefined
      })
    },
    cut() {
      for (const link of links) link.cut()
    },
    mend() {
      for (const link of links) link.mend()
    },
    async stop() {
      await operator.drain()
      await Promise.all([...running.values()].map((server) => server.stop()))
      for (const link of links) link.stop()
    },
  }
}

function listRoutes(
  at: number,
  routePorts: readonly number[],
  links: readonly Forwarder[],
): number[] {
  const last = names.length - 1
  return names.flatMap((_, other) => {
    if (other === at) return []
    const isBetweenOthers = at !== last && other !== last
    return [isBetweenOthers ? (routePorts[other] ?? 0) : (links[other]?.port ?? 0)]
  })
}
