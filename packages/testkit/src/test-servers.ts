import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  containerImages,
  freePort,
  postgresInitdbArguments,
  removePostgresData,
  startNats,
  startPostgres,
} from '@atrium/dev-servers'
import { ContainerUnavailable } from './container-unavailable.ts'
import { type ContainerSpec, startContainer } from './start-container.ts'

export interface TestServer {
  url: string
  stop(): Promise<void>
}

export interface ServerChoice {
  /** The URL of an existing server to use instead. */
  given: string | undefined
  /** True to prefer a container to an embedded server. */
  containers: boolean
  /** Receives the reason if an embedded server runs although a container was preferred. */
  log: (line: string) => void
}

/**
 * Returns the run's PostgreSQL: the given one, a container if that is preferred and available, else
 * an embedded one.
 */
export async function postgresServer({
  given,
  containers,
  log,
}: ServerChoice): Promise<TestServer> {
  if (given) return { url: given, stop: async () => {} }
  const contained = containers && (await inContainer(postgresContainer, log))
  if (contained)
    return { ...contained, url: `postgres://atrium:atrium@${contained.address}/atrium` }
  return inDirectory('postgres', async (dataDir) =>
    startPostgres({ dataDir, port: await freePort(), fsync: false, maxConnections: 300 }),
  )
}

/**
 * Returns the run's NATS with JetStream: the given one, a container if that is preferred and
 * available, else a program.
 */
export async function natsServer({ given, containers, log }: ServerChoice): Promise<TestServer> {
  if (given) return { url: given, stop: async () => {} }
  const contained = containers && (await inContainer(natsContainer, log))
  if (contained) return { ...contained, url: `nats://${contained.address}` }
  return inDirectory('nats', async (storeDir) => startNats({ storeDir, port: await freePort() }))
}

const postgresContainer: ContainerSpec = {
  image: containerImages.postgres,
  port: 5432,
  configure: (container, wait) =>
    container
      .withEnvironment({
        POSTGRES_USER: 'atrium',
        POSTGRES_PASSWORD: 'atrium',
        POSTGRES_DB: 'atrium',
        POSTGRES_INITDB_ARGS: postgresInitdbArguments,
      })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      // The image starts the server twice: first for the initialisation, reachable only from
      // inside, then permanently.
      .withWaitStrategy(wait.forLogMessage(/ready to accept connections/, 2)),
}

const natsContainer: ContainerSpec = {
  image: containerImages.nats,
  port: 4222,
  configure: (container, wait) =>
    container
      .withCommand(['-js', '-sd', '/data'])
      .withWaitStrategy(wait.forLogMessage(/Server is ready/)),
}

async function inContainer(spec: ContainerSpec, log: (line: string) => void) {
  try {
    const { host, port, stop } = await startContainer(spec)
    return { address: `${host}:${port}`, stop }
  } catch (error) {
    if (!(error instanceof ContainerUnavailable)) throw error
    log(`${error.message}; the tests get an embedded server instead of ${spec.image}`)
    return undefined
  }
}

async function inDirectory(
  name: string,
  start: (directory: string) => Promise<{ url: string; stop(): Promise<void> }>,
): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), `atrium-test-${name}-`))
  const data = join(directory, 'data')
  const remove = async (): Promise<void> => {
    await removePostgresData(data)
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const server = await start(data)
    return {
      url: server.url,
      stop: async () => {
        await server.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
