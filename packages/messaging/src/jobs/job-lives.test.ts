import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Harness } from '../../test/harness.ts'
import { newQueue, openWorkshop, type Workshop } from '../../test/workshop.ts'
import { startJobWorker } from '../index.ts'

let workshop: Workshop
let harness: Harness
beforeAll(async () => {
  workshop = await openWorkshop()
  harness = workshop.harness
})
beforeEach(async () => {
  await harness.db.deleteFrom('dead_letters').execute()
})
afterAll(() => workshop.close())

test('does not redeliver a job that takes longer than the ack wait', async () => {
  // A loaded machine never pauses a worker for this long.
  const queue = newQueue({ maxDeliver: 3, ackWaitMs: 1_500 })
  const release = Promise.withResolvers<void>()
  const attempts: number[] = []
  const handle = async (_: unknown, { attempt }: { attempt: number }) => {
    attempts.push(attempt)
    await release.promise
  }
  await workshop.work(queue, { slots: 1, handle })
  await workshop.work(queue, { slots: 1, handle }, await harness.anotherBus())
  await workshop.send(queue, 'long')
  await eventually(() => expect(attempts).toEqual([1]))
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  expect(attempts).toEqual([1])
  release.resolve()
  await workshop.emptied(queue)
})

test('dead-letters a job if its only worker died', async () => {
  const queue = newQueue({ ackWaitMs: 200 })
  const doomed = await harness.anotherBus()
  const entered = Promise.withResolvers<void>()
  await startJobWorker(
    doomed,
    queue,
    {
      slots: 1,
      handle: () => {
        entered.resolve()
        return new Promise(() => {})
      },
    },
    harness.platform,
  )
  await workshop.send(queue, 'orphan')
  await entered.promise
  await doomed.nc.close()
  const seen: string[] = []
  await workshop.work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  await workshop.emptied(queue)
  expect(seen).toEqual([])
  expect(await harness.deadLetters()).toMatchObject([
    { reason: 'Its worker ended without an answer', deliveries: 1 },
  ])
})

test('takes no new job and waits for the running one when stopped', async () => {
  const queue = newQueue()
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const seen: string[] = []
  const stop = await workshop.work(queue, {
    slots: 1,
    handle: async ({ runId }) => {
      entered.resolve()
      await leave.promise
      seen.push(runId)
    },
  })
  await workshop.send(queue, 'first', 'second')
  await entered.promise
  const stopped = stop()
  leave.resolve()
  await stopped
  expect(seen).toEqual(['first'])
  await eventually(async () => expect(await workshop.inStream(queue)).toBe(1))
})

test("aborts a job's signal if the job does not end within the grace period", async () => {
  const queue = newQueue()
  const entered = Promise.withResolvers<void>()
  const stop = await workshop.work(queue, {
    slots: 1,
    graceMs: 30,
    handle: async (_, { signal }) => {
      entered.resolve()
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      )
    },
  })
  await workshop.send(queue, 'run')
  await entered.promise
  await stop()
  expect(await harness.deadLetters()).toMatchObject([{ reason: 'stopped' }])
})

test('creates a queue again when JetStream has lost it', async () => {
  const queue = newQueue()
  const seen: string[] = []
  await workshop.work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  await workshop.send(queue, 'before')
  await eventually(() => expect(seen).toEqual(['before']))
  await harness.bus.jsm.streams.delete(harness.bus.stream('JOBS'))
  await workshop.send(queue, 'after')
  await eventually(() => expect(seen).toEqual(['before', 'after']), 15_000)
})
