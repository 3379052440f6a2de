import { commonErrors } from '@atrium/contracts'
import { emitJob, inTransaction } from '@atrium/database'
import { currentContext, withRequestContext } from '@atrium/telemetry'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Harness } from '../../test/harness.ts'
import { newQueue, openWorkshop, type Workshop } from '../../test/workshop.ts'
import { durableName } from '../index.ts'

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

test('runs a committed job once and removes it from the queue', async () => {
  const queue = newQueue()
  const seen: unknown[] = []
  await workshop.work(queue, {
    slots: 2,
    handle: async (data, { orgId, attempt }) => void seen.push({ ...data, orgId, attempt }),
  })
  await workshop.send(queue, 'run_1')
  await eventually(() => expect(seen).toEqual([{ runId: 'run_1', orgId: 'org_1', attempt: 1 }]))
  await workshop.emptied(queue)
})

test('does not run a job if its transaction rolls back', async () => {
  const queue = newQueue()
  const seen: string[] = []
  await workshop.work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  const failing = inTransaction(harness.db, undefined, async (tx) => {
    await emitJob(tx, queue, { runId: 'never' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await workshop.send(queue, 'next')
  await eventually(() => expect(seen).toEqual(['next']))
})

test('runs no more jobs at once than there are slots and keeps the rest queued', async () => {
  const queue = newQueue()
  const releases: Array<() => void> = []
  let running = 0
  let most = 0
  await workshop.work(queue, {
    slots: 3,
    handle: async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => releases.push(resolve))
      running -= 1
    },
  })
  await workshop.send(queue, ...Array.from({ length: 10 }, (_, n) => `run_${n}`))
  await eventually(() => expect(releases).toHaveLength(3))
  const { num_pending, num_ack_pending } = await harness.bus.jsm.consumers.info(
    harness.bus.stream('JOBS'),
    durableName(queue),
  )
  expect({ num_pending, num_ack_pending }).toEqual({ num_pending: 7, num_ack_pending: 3 })
  await eventually(() => {
    for (const release of releases.splice(0)) release()
    expect(running).toBe(0)
  })
  await eventually(async () => {
    for (const release of releases.splice(0)) release()
    expect(await workshop.inStream(queue)).toBe(0)
  })
  expect(most).toBe(3)
})

test('shares a queue between two workers without running a job twice', async () => {
  const queue = newQueue()
  const seen: string[] = []
  const handle = async ({ runId }: { runId: string }) => void seen.push(runId)
  await workshop.work(queue, { slots: 2, handle })
  await workshop.work(queue, { slots: 2, handle }, await harness.anotherBus())
  const runIds = Array.from({ length: 40 }, (_, n) => `run_${n}`)
  await workshop.send(queue, ...runIds)
  await workshop.emptied(queue)
  expect(seen.toSorted()).toEqual(runIds.toSorted())
})

test('dead-letters a failing job with its reason if it has one delivery', async () => {
  const queue = newQueue()
  await workshop.work(queue, {
    slots: 1,
    handle: async ({ runId }) => {
      if (runId === 'bad') throw new Error('it broke')
    },
  })
  await workshop.send(queue, 'bad', 'good')
  await workshop.emptied(queue)
  expect(await harness.deadLetters()).toMatchObject([
    {
      consumer: durableName(queue),
      reason: 'it broke',
      deliveries: 1,
      payload: expect.stringContaining('bad'),
    },
  ])
})

test('redelivers a job until it succeeds if deliveries are left', async () => {
  const queue = newQueue({ maxDeliver: 4 })
  const attempts: number[] = []
  await workshop.work(queue, {
    slots: 1,
    handle: async (_, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('not yet')
    },
  })
  await workshop.send(queue, 'run')
  await workshop.emptied(queue)
  expect(attempts).toEqual([1, 2, 3])
  expect(await harness.deadLetters()).toEqual([])
})

test('does not redeliver a job that the rules refuse even if deliveries are left', async () => {
  const queue = newQueue({ maxDeliver: 4 })
  await workshop.work(queue, {
    slots: 1,
    handle: async () => {
      throw commonErrors.not_found()
    },
  })
  await workshop.send(queue, 'run')
  await workshop.emptied(queue)
  expect(await harness.deadLetters()).toMatchObject([{ reason: 'Not found', deliveries: 1 }])
})

test.each([
  ['not a job', 'nonsense'],
  [
    'a job whose data does not fit',
    JSON.stringify({ id: 'evt_1', type: 'x', orgId: null, occurredAt: '', data: { runId: 1 } }),
  ],
])('dead-letters a message that is %s and blocks nothing', async (_, payload) => {
  const queue = newQueue({ maxDeliver: 4 })
  const seen: string[] = []
  await workshop.work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  await harness.bus.js.publish(harness.bus.subject(`jobs.${queue.subject}`), payload)
  await workshop.send(queue, 'run')
  await eventually(() => expect(seen).toEqual(['run']))
  await workshop.emptied(queue)
  expect(await harness.deadLetters()).toHaveLength(1)
})

test('passes trace and request id to the handler and writes one log line per job', async () => {
  const queue = newQueue()
  const contexts: Array<ReturnType<typeof currentContext>> = []
  await workshop.work(queue, { slots: 1, handle: async () => void contexts.push(currentContext()) })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await withRequestContext(
    { requestId: 'req-job', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    () => workshop.send(queue, 'run'),
  )
  await workshop.emptied(queue)
  expect(contexts).toMatchObject([
    { requestId: 'req-job', traceparent: expect.stringContaining(trace) },
  ])
  const line = harness.log.lines.find((text) => text.includes(`"queue":"${durableName(queue)}"`))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    outcome: 'ok',
    org: 'org_1',
    requestId: 'req-job',
    msg: 'job',
  })
  expect(await harness.bus.metrics.registry.metrics()).toMatch(
    new RegExp(
      `atrium_message_seconds_count\\{[^}]*kind="job",name="${durableName(queue)}",outcome="ok"[^}]*\\} 1`,
    ),
  )
})
