import { containerImages, dockerAnswers } from '@atrium/dev-servers'
import { beforeEach, describe, expect, test } from 'vitest'
import { ContainerUnavailable } from './container-unavailable.ts'
import { type ContainerSpec, startContainer } from './start-container.ts'

const withContainers =
  process.env['TESTCONTAINERS'] === '1' && (await dockerAnswers(process.env['DOCKER_HOST']))

describe('Docker container', () => {
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

  /** Lists the containers from these tests that still exist. */
  async function kept(): Promise<string[]> {
    const { getContainerRuntimeClient } = await import('testcontainers')
    const { dockerode } = (await getContainerRuntimeClient()).container
    const all = await dockerode.listContainers({ all: true, filters: { label: ['atrium.start'] } })
    return all.filter(({ Command }) => Command.includes('atrium-test-mark')).map(({ Id }) => Id)
  }

  test('reports why a server ends while starting and removes its container', async () => {
    const started = startContainer(nats(['-n', 'atrium-test-mark', '-c', '/no/such/file']))
    await expect(started).rejects.not.toBeInstanceOf(ContainerUnavailable)
    await expect(started).rejects.toThrow(/did not start[\s\S]*no such file/)
    expect(await kept()).toEqual([])
  })

  test('times out if a server never gets ready and removes its container', async () => {
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

  test('reaches a ready server at the returned address and removes its container when stopped', async () => {
    const running = await startContainer(nats(['-n', 'atrium-test-mark']))
    expect(await kept()).toHaveLength(1)
    expect(await dockerAnswers(`tcp://${running.host}:${running.port}`)).toBe(false)
    await running.stop()
    expect(await kept()).toEqual([])
  })
})
