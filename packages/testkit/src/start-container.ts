import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ContainerRuntimeClient,
  GenericContainer,
  StartedTestContainer,
  Wait,
} from 'testcontainers'
import { ContainerUnavailable } from './container-unavailable.ts'

export interface ContainerSpec {
  image: string
  /** The port inside the container. The result contains the outside address. */
  port: number
  /** Adds the specifics: command, environment, files, wait strategy. */
  configure: (container: GenericContainer, wait: typeof Wait) => GenericContainer
  /** The start timeout of the server inside, in milliseconds. Defaults to 120,000. */
  startTimeoutMs?: number
}

export interface ContainerLimits {
  /** The timeout for an engine's response, in milliseconds. */
  engineTimeoutMs?: number
  /** The timeout for an image pull, in milliseconds. */
  pullTimeoutMs?: number
}

export interface RunningContainer {
  host: string
  port: number
  stop(): Promise<void>
}

type Library = typeof import('testcontainers')

const startLabel = 'atrium.start'
const shownLines = 40

/**
 * Starts a container and waits until it is ready. If there is no engine or no image, throws
 * `ContainerUnavailable` soon, so the caller can use something else. If the server does not get
 * ready, throws an ordinary error with its last lines and removes the container.
 */
export async function startContainer(
  spec: ContainerSpec,
  limits?: ContainerLimits,
): Promise<RunningContainer> {
  const library = await import('testcontainers')
  const client = await available(library, spec.image, limits)
  const id = randomUUID()
  const lines: string[] = []
  let written: Promise<unknown> = Promise.resolve()
  const container = spec
    .configure(new library.GenericContainer(spec.image), library.Wait)
    .withExposedPorts(spec.port)
    .withLabels({ [startLabel]: id })
    .withStartupTimeout(spec.startTimeoutMs ?? 120_000)
    .withLogConsumer((stream) => {
      stream.on('data', (chunk) => keepLast(lines, String(chunk)))
      written = finished(stream, { writable: false }).catch(() => {})
    })
  const started = await container.start().catch(async (cause: unknown) => {
    await removeLeftover(client, id, lines)
    // The last lines may still be arriving.
    await within(1_000, () => written).catch(() => {})
    const output = lines.length === 0 ? 'it wrote nothing' : `it wrote:\n${lines.join('\n')}`
    throw new Error(`${spec.image} did not start (${toReason(cause)}); ${output}`, { cause })
  })
  return running(started, spec.port)
}

const running = (started: StartedTestContainer, port: number): RunningContainer => ({
  host: started.getHost(),
  port: started.getMappedPort(port),
  stop: async () => void (await started.stop()),
})

/**
 * Returns the engine once it has the image and the library's own helper to remove the containers of
 * killed runs.
 */
async function available(library: Library, image: string, limits: ContainerLimits = {}) {
  const { engineTimeoutMs = 10_000, pullTimeoutMs = 180_000 } = limits
  const attempt = <T>(what: string, ms: number, work: () => Promise<T>): Promise<T> =>
    within(ms, work).catch((cause: unknown) => {
      throw new ContainerUnavailable(`${what}: ${toReason(cause)}`, { cause })
    })
  const client = await attempt(
    'no container engine answers',
    engineTimeoutMs,
    library.getContainerRuntimeClient,
  )
  await attempt(`the image ${image} cannot be had`, pullTimeoutMs, async () => {
    const name = library.ImageName.fromString(image)
    await client.image.pull(name)
    // The library treats an aborted pull as a success.
    if (!(await client.image.exists(name))) throw new Error('the pull broke off')
  })
  await attempt('the image of the containers’ reaper cannot be had', pullTimeoutMs, () =>
    library.getReaper(client),
  )
  return client
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const timer = new AbortController()
  const timeout = sleep(ms, undefined, { signal: timer.signal, ref: true }).then(() => {
    throw new Error(`not within ${ms / 1000} s`)
  })
  timeout.catch(() => {})
  try {
    return await Promise.race([work(), timeout])
  } finally {
    timer.abort()
  }
}

/** Removes a container if it ends before its ports are ready, and returns the reason. */
async function removeLeftover(
  client: ContainerRuntimeClient,
  id: string,
  lines: string[],
): Promise<void> {
  const left = await client.container.dockerode
    .listContainers({ all: true, filters: { label: [`${startLabel}=${id}`] } })
    .catch(() => [])
  for (const { Id } of left) {
    const container = client.container.getById(Id)
    const written = await container
      .logs({ stdout: true, stderr: true, tail: shownLines })
      .catch(() => '')
    if (lines.length === 0) keepLast(lines, String(written))
    await container.remove({ force: true, v: true }).catch(() => {})
  }
}

function keepLast(lines: string[], chunk: string): void {
  lines.push(...chunk.split('\n').filter((line) => line.trim() !== ''))
  if (lines.length > shownLines) lines.splice(0, lines.length - shownLines)
}

const toReason = (cause: unknown): string =>
  cause instanceof Error ? cause.message.trim() : String(cause)
