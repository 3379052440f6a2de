import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startNats, startPostgres } from '@atrium/dev-servers'

export interface TestServer {
  url: string
  stop(): Promise<void>
}

/** PostgreSQL of the run: the given one, a container with `TESTCONTAINERS=1`, else an embedded one. */
export async function postgresServer(given: string | undefined, containers: boolean): Promise<TestServer> {
  if (given) return { url: given, stop: async () => {} }
  if (containers) {
    const { GenericContainer, Wait } = await import('testcontainers')
    const container = await new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_USER: 'atrium', POSTGRES_PASSWORD: 'atrium', POSTGRES_DB: 'atrium' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start()
    return {
      url: `postgres://atrium:atrium@${container.getHost()}:${container.getMappedPort(5432)}/atrium`,
      stop: async () => void (await container.stop()),
    }
  }
  return inDirectory('postgres', async (dataDir) =>
    startPostgres({ dataDir, port: await freePort(), fsync: false, maxConnections: 300 }),
  )
}

/** NATS with JetStream of the run, chosen the same way. */
export async function natsServer(given: string | undefined, containers: boolean): Promise<TestServer> {
  if (given) return { url: given, stop: async () => {} }
  if (containers) {
    const { GenericContainer, Wait } = await import('testcontainers')
    const container = await new GenericContainer('nats:2.11-alpine')
      .withCommand(['-js', '-sd', '/data'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start()
    return {
      url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
      stop: async () => void (await container.stop()),
    }
  }
  return inDirectory('nats', async (storeDir) => startNats({ storeDir, port: await freePort() }))
}

async function inDirectory(
  name: string,
  start: (directory: string) => Promise<{ url: string; stop(): Promise<void> }>,
): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), `atrium-test-${name}-`))
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true })
  try {
    const server = await start(directory)
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
