import { containerImages, dockerAnswers } from '@atrium/dev-servers'
import { beforeEach, describe, expect, test } from 'vitest'
import { ContainerUnavailable } from './container-unavailable.ts'
import { type ContainerSpec, startContainer } from './start-container.ts'

const withContainers =
  process.env['TESTCONTAINERS'] === '1' && (await dockerAnswers(process.env['DOCKER_HOST']))

describe('with a Docker engine', () => {
  beforeEach((context) => {
    if (!withContainers) context.skip('TESTCONTAINERS is not 1, or no Docker engine answers')
  })

  const nats = (command: string[]): ContainerSpec => ({
    image: containerImages.nats,
    port: 4222,
    configure: (container, wait) =>
      container.withCommand(command).withWaitStrategy(wait.forLogMessage(/Server is ready/)),
    startTimeoutMs: 15_000,
  })

  /** The containers of these tests that the engine keeps. */
  async function kept(): Promise<string[]> {
    const { getContainerRuntimeClient } = await import('testcontainers')
    const { dockerode } = (await getContainerRuntimeClient()).container
    const all = await dockerode.listContainers({ all: true, filters: { label: ['atrium.start'] } })
    return all.filter(({ Command }) => Command.includes('atrium-test-mark')).map(({ Id }) => Id)
  }

  test('a server that ends while starting says why, and its container is removed', async () => {
    const started = startContainer(nats(['-n', 'atrium-test-mark', '-c', '/no/such/file']))
    await expect(started).rejects.not.toBeInstanceOf(ContainerUnavailable)
    await expect(started).rejects.toThrow(/did not start[\s\S]*no such file/)
    expect(await kept()).toEqual([])
  })

  test('a server that never gets ready is given up, and its container is removed', async () => {
    const { configure, ...rest } = nats(['-n', 'atrium-test-mark'])
    const waiting: ContainerSpec = {
      ...rest,
      configure: (container, wait) =>
        configure(container, wait).withWaitStrategy(wait.forLogMessage(/never written/)),
      startTimeoutMs: 1_500,
    }
    await expect(startContainer(waiting)).rejects.toThrow(/did not start[\s\S]*Server is ready/)
    expect(await kept()).toEqual([])
  })

  test('a server that got ready is reached where it says, and its container is removed at the stop', async () => {
    const running = await startContainer(nats(['-n', 'atrium-test-mark']))
    expect(await kept()).toHaveLength(1)
    expect(await dockerAnswers(`tcp://${running.host}:${running.port}`)).toBe(false)
    await running.stop()
    expect(await kept()).toEqual([])
  })
})
