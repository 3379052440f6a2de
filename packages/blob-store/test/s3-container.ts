import { request } from 'node:http'
import type { S3Server } from './s3-server.ts'

/** A single node that keeps its data inside of the container. Pinned: what is tested does not change by itself. */
const image = 'minio/minio:RELEASE.2025-04-22T22-12-26Z'
const port = 9000
const credentials = { accessKey: 'atrium-test', secretKey: 'atrium-test-secret' }
const pingTimeoutMs = 2_000

/** Starts an S3 server in a container; throws when its image cannot be had. It needs a Docker that answers. */
export async function startS3Container(): Promise<S3Server> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(image)
    .withEnvironment({ MINIO_ROOT_USER: credentials.accessKey, MINIO_ROOT_PASSWORD: credentials.secretKey })
    .withCommand(['server', '/data'])
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/minio/health/ready', port))
    .withStartupTimeout(120_000)
    .start()
  return {
    endpoint: `http://${container.getHost()}:${container.getMappedPort(port)}`,
    bucket: 'atrium-test',
    region: 'us-east-1',
    credentials,
    stop: async () => void (await container.stop()),
  }
}

/** Whether a Docker engine answers where `dockerHost` (the form of `DOCKER_HOST`) says, or at its usual socket. */
export function dockerAnswers(dockerHost: string | undefined): Promise<boolean> {
  const target = pingTarget(dockerHost || 'unix:///var/run/docker.sock')
  if (target === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: pingTimeoutMs }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    ping.on('timeout', () => ping.destroy())
    ping.on('error', () => resolve(false))
    ping.on('close', () => resolve(false))
    ping.end()
  })
}

function pingTarget(dockerHost: string): { socketPath: string } | { host: string; port: string } | undefined {
  if (dockerHost.startsWith('unix://')) return { socketPath: dockerHost.slice('unix://'.length) }
  if (!URL.canParse(dockerHost)) return undefined
  const { hostname, port } = new URL(dockerHost.replace(/^tcp:/, 'http:'))
  return { host: hostname, port: port || '2375' }
}
