import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type GuardedProcess,
  type RunningServer,
  runningServer,
  startGuardedProcess,
} from '../guarded-process.ts'
import { portInUse } from '../ports.ts'
import { findNats } from './find-nats.ts'
import type { NatsSource } from './nats-source.ts'

export type NatsOptions = {
  /** An absolute path. It is created if it is missing. */
  readonly storeDir: string
  readonly port: number
  /**
   * The `authorization` block of the server's configuration. Without it every client has every
   * permission.
   */
  readonly authorization?: string
  /** Makes the server a member of a cluster. Only programs can be members, not containers. */
  readonly cluster?: NatsCluster
  readonly log?: (line: string) => void
  /** The server to start. If unset, a server is found or installed. */
  readonly source?: NatsSource
}

/** A server's place in a cluster. All ports are on 127.0.0.1. */
export type NatsCluster = {
  readonly serverName: string
  /** The port where the server accepts the other servers. */
  readonly port: number
  /** The port that the server tells to the others, for example that of a proxy. */
  readonly advertisedPort: number
  /** The servers that it calls, by port. */
  readonly routes: readonly number[]
}

/** The memory limit for streams. */
const maxMemoryBytes = 64 * 1024 * 1024

/**
 * Starts a NATS server with JetStream on 127.0.0.1 and waits until it accepts clients. Its store
 * survives a restart. Throws one line if the port is taken, no server is found or installed, or the
 * server ends while starting.
 */
export async function startNats(options: NatsOptions): Promise<RunningServer> {
  const { port, storeDir, log = () => {} } = options
  if (await portInUse(port)) throw new Error(`port ${port} is taken, NATS cannot listen there`)
  const source = options.source ?? (await findNats({ log }))
  if (source.kind === 'container' && options.cluster !== undefined)
    throw new Error('a NATS cluster needs the program nats-server on PATH')
  await mkdir(storeDir, { recursive: true, mode: 0o700 })
  const config = join(storeDir, 'nats-server.conf')
  // The mode below applies only to a new file.
  await rm(config, { force: true })
  const inside =
    source.kind === 'container' ? { address: '0.0.0.0:4222', store: '/data' } : undefined
  await writeFile(
    config,
    [
      '# Written anew on each start.',
      `listen: "${inside?.address ?? `127.0.0.1:${port}`}"`,
      'jetstream {',
      `  store_dir: ${JSON.stringify(inside?.store ?? storeDir)}`,
      `  max_memory_store: ${maxMemoryBytes}`,
      '}',
      ...clusterLines(options.cluster),
      options.authorization ?? '',
    ].join('\n'),
    // The file may contain passwords.
    { mode: 0o600 },
  )
  const server = await startGuardedProcess({
    name: 'NATS',
    ...commandFor(source, config, storeDir, port),
    // Without a limit the heap of a Go program grows to twice its live size.
    env: { ...process.env, GOMEMLIMIT: '128MiB' },
    stopSignal: 'SIGINT',
    stopDeadlineMs: 15_000,
    onLine: log,
  })
  try {
    await untilReady(server, port)
  } catch (error) {
    await server.stop()
    throw error
  }
  return runningServer(server, `nats://127.0.0.1:${port}`, port)
}

function clusterLines(cluster: NatsCluster | undefined): string[] {
  if (cluster === undefined) return []
  const { serverName, port, advertisedPort, routes } = cluster
  return [
    `server_name: ${JSON.stringify(serverName)}`,
    'cluster {',
    '  name: atrium',
    `  listen: "127.0.0.1:${port}"`,
    `  advertise: "127.0.0.1:${advertisedPort}"`,
    `  routes: ${JSON.stringify(routes.map((route) => `nats-route://127.0.0.1:${route}`))}`,
    '}',
  ]
}

function commandFor(source: NatsSource, config: string, storeDir: string, port: number) {
  if (source.kind === 'program') return { file: source.path, args: ['-c', config] }
  const publish = ['--publish', `127.0.0.1:${port}:4222`]
  const mounts = ['--volume', `${storeDir}:/data`, '--volume', `${config}:/etc/nats-server.conf:ro`]
  const user =
    process.getuid === undefined ? [] : ['--user', `${process.getuid()}:${process.getgid?.() ?? 0}`]
  return {
    file: 'docker',
    args: [
      'run',
      '--rm',
      '--init',
      ...user,
      ...publish,
      ...mounts,
      source.image,
      '-c',
      '/etc/nats-server.conf',
    ],
  }
}

async function untilReady(server: GuardedProcess, port: number): Promise<void> {
  const ended = server.exited.then((exit) => {
    const why =
      server.lastLines().find((line) => /\[FTL\]|\[ERR\]|nats-server:|^docker:/.test(line)) ??
      server.lastLines().at(-1)
    throw new Error(
      `NATS ended while starting: ${why ?? `code ${exit.code}, signal ${exit.signal}`}`,
    )
  })
  ended.catch(() => {})
  // Leaves time to pull an image and to recover a large store.
  const deadline = Date.now() + 120_000
  while (!(await Promise.race([greetsWithJetStream(port), ended]))) {
    if (Date.now() > deadline) throw new Error(`NATS does not respond on port ${port}`)
    await Promise.race([sleep(25), ended])
  }
}

/** Returns true if the server's INFO line, its first one on each connection, reports JetStream. */
function greetsWithJetStream(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 2_000 })
    let greeting = ''
    const settle = (ready: boolean) => {
      socket.destroy()
      resolve(ready)
    }
    socket.on('data', (chunk: Buffer) => {
      greeting += chunk.toString('utf8')
      if (greeting.includes('\r\n')) settle(/^INFO .*"jetstream":true/.test(greeting))
    })
    socket.once('timeout', () => settle(false))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
  })
}
