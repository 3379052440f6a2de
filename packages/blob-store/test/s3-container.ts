import { setTimeout as sleep } from 'node:timers/promises'
import { containerImages } from '@atrium/dev-servers'
import { startContainer } from '@atrium/testkit/containers'
import { createS3Client } from '../src/s3-client.ts'
import type { S3Server } from './s3-server.ts'

const port = 8333
const credentials = { accessKey: 'atrium-test', secretKey: 'atrium-test-secret' }
const usableTimeoutMs = 60_000

/**
 * The rights of each key in SeaweedFS form. The compose file grants the same rights to the
 * operator's keys.
 */
const identities = {
  identities: [
    {
      name: 'atrium',
      credentials: [credentials],
      actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
    },
  ],
}

/**
 * Starts SeaweedFS in a container, as the compose file does, and creates a bucket. Throws
 * `ContainerUnavailable` if no container engine responds or the image cannot be pulled.
 */
export async function startS3Container(): Promise<S3Server> {
  const container = await startContainer({
    image: containerImages.objectStore,
    port,
    configure: (server, wait) =>
      server
        .withCopyContentToContainer([
          { content: JSON.stringify(identities), target: '/etc/s3.json' },
        ])
        .withCommand([
          'server',
          '-dir=/data',
          '-ip.bind=0.0.0.0',
          '-filer',
          '-s3',
          `-s3.port=${port}`,
          '-s3.config=/etc/s3.json',
          '-volume.max=0',
          // The image reserves a gigabyte for each of a bucket's volumes. A laptop's engine may not
          // have that much.
          '-master.volumeSizeLimitMB=64',
          '-master.volumePreallocate=false',
        ])
        .withWaitStrategy(wait.forHttp('/healthz', port, { abortOnContainerExit: true })),
  })
  const server = {
    endpoint: `http://${container.host}:${container.port}`,
    bucket: 'atrium-test',
    region: 'us-east-1',
    credentials,
    stop: () => container.stop(),
  }
  try {
    await untilUsable(server)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/**
 * Creates the bucket and writes to it, because the gateway responds before there is a volume to
 * write to.
 */
async function untilUsable(server: S3Server): Promise<void> {
  const { client, close } = createS3Client(server)
  const deadline = Date.now() + usableTimeoutMs
  try {
    while (true) {
      try {
        if (!(await client.bucketExists(server.bucket))) await client.makeBucket(server.bucket)
        await client.putObject(server.bucket, 'first', 'x')
        return await client.removeObject(server.bucket, 'first')
      } catch (cause) {
        if (Date.now() > deadline) throw new Error('the object store takes no object', { cause })
        await sleep(250)
      }
    }
  } finally {
    close()
  }
}
