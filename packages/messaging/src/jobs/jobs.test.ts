import { commonErrors, defineJob } from '@atrium/contracts'
import { emitJob, inTransaction } from '@atrium/database'
import { currentContext, withRequestContext } from '@atrium/telemetry'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createHarness, type Harness } from '../../test/harness.ts'
import { type Bus, durableOf, type JobWorkerOptions, startJobWorker, startOutboxRelay } from '../index.ts'

let harness: Harness
const stops: Array<() => Promise<void>> = []
let queues = 0

// Each test has a queue of its own.
const newQueue = (settings: { maxDeliver?: number; ackWaitMs?: number } = {}) => {
  queues += 1
  return defineJob({
    subject: `test-queue-${queues}.normal`,
    schema: z.object({ runId: z.string() }),
    ackWaitMs: 900_000,
    maxDeliver: 1,
    ...settings,
  })
}
type Queue = ReturnType<typeof newQueue>

beforeAll(async () => {
  harness = await createHarness()
  const relay = startOutboxRelay({ db: harness.platform, bus: harness.bus, schema: harness.schema })
  stops.push(() => relay.stop())
})
beforeEach(() =>
  harness.db
    .deleteFrom('dead_letters')
    .execute()
    .then(() => {}),
)
// Together at the end: a worker takes up to a second to stop, and nobody else has its queue.
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await harness.close()
})

async function work(queue: Queue, options: JobWorkerOptions<Queue['schema']>, bus: Bus = harness.bus) {
  const stop = await startJobWorker(bus, queue, { retryPauseMs: () => 20, ...options }, harness.platform)
  stops.push(stop)
  return stop
}

const send = (queue: Queue, ...runIds: string[]) =>
  inTransaction(harness.db, undefined, async (tx) => {
    for (const runId of runIds) await emitJob(tx, queue, { runId }, { orgId: 'org_1' })
  })

const inStream = async (queue: Queue): Promise<number> => {
  const info = await harness.bus.jsm.streams.info(harness.bus.stream('JOBS'), {
    subjects_filter: harness.bus.subject(`jobs.${queue.subject}`),
  })
  return Object.values(info.state.subjects ?? {}).reduce((sum, count) => sum + count, 0)
}
const gone = (queue: Queue) =>
  eventually(async () => {
    expect(await harness.db.selectFrom('outbox').select('seq').execute()).toEqual([])
    expect(await inStream(queue)).toBe(0)
  })

test('a committed job is worked on once and leaves the queue', async () => {
  const queue = newQueue()
  const seen: unknown[] = []
  await work(queue, {
    slots: 2,
    handle: async (data, { orgId, attempt }) => void seen.push({ ...data, orgId, attempt }),
  })
  await send(queue, 'run_1')
  await eventually(() => expect(seen).toEqual([{ runId: 'run_1', orgId: 'org_1', attempt: 1 }]))
  await gone(queue)
})

test('a job whose transaction rolls back is never worked on', async () => {
  const queue = newQueue()
  const seen: string[] = []
  await work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  const failing = inTransaction(harness.db, undefined, async (tx) => {
    await emitJob(tx, queue, { runId: 'never' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await send(queue, 'next')
  await eventually(() => expect(seen).toEqual(['next']))
})

test('no more jobs run at once than there are slots, and the rest stay in the queue', async () => {
  const queue = newQueue()
  const releases: Array<() => void> = []
  let running = 0
  let most = 0
  await work(queue, {
    slots: 3,
    handle: async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => releases.push(resolve))
      running -= 1
    },
  })
  await send(queue, ...Array.from({ length: 10 }, (_, n) => `run_${n}`))
  await eventually(() => expect(releases).toHaveLength(3))
  const { num_pending, num_ack_pending } = await harness.bus.jsm.consumers.info(
    harness.bus.stream('JOBS'),
    durableOf(queue),
  )
  expect({ num_pending, num_ack_pending }).toEqual({ num_pending: 7, num_ack_pending: 3 })
  await eventually(() => {
    for (const release of releases.splice(0)) release()
    expect(running).toBe(0)
  })
  await eventually(async () => {
    for (const release of releases.splice(0)) release()
    expect(await inStream(queue)).toBe(0)
  })
  expect(most).toBe(3)
})

test('two workers share a queue and take no job twice', async () => {
  const queue = newQueue()
  const seen: string[] = []
  const handle = async ({ runId }: { runId: string }) => void seen.push(runId)
  await work(queue, { slots: 2, handle })
  await work(queue, { slots: 2, handle }, await harness.anotherBus())
  const runIds = Array.from({ length: 40 }, (_, n) => `run_${n}`)
  await send(queue, ...runIds)
  await gone(queue)
  expect(seen.toSorted()).toEqual(runIds.toSorted())
})

test('a job that may be delivered once and fails is set aside with its reason', async () => {
  const queue = newQueue()
  await work(queue, {
    slots: 1,
    handle: async ({ runId }) => {
      if (runId === 'bad') throw new Error('it broke')
    },
  })
  await send(queue, 'bad', 'good')
  await gone(queue)
  expect(await harness.deadLetters()).toMatchObject([
    {
      consumer: durableOf(queue),
      reason: 'it broke',
      deliveries: 1,
      payload: expect.stringContaining('bad'),
    },
  ])
})

test('a job with deliveries left is tried again until it passes', async () => {
  const queue = newQueue({ maxDeliver: 4 })
  const attempts: number[] = []
  await work(queue, {
    slots: 1,
    handle: async (_, { attempt }) => {
      attempts.push(attempt)
      if (attempt < 3) throw new Error('not yet')
    },
  })
  await send(queue, 'run')
  await gone(queue)
  expect(attempts).toEqual([1, 2, 3])
  expect(await harness.deadLetters()).toEqual([])
})

test('a refusal by the rules is not tried again, however many deliveries are left', async () => {
  const queue = newQueue({ maxDeliver: 4 })
  await work(queue, {
    slots: 1,
    handle: async () => {
      throw commonErrors.not_found()
    },
  })
  await send(queue, 'run')
  await gone(queue)
  expect(await harness.deadLetters()).toMatchObject([{ reason: 'Not found', deliveries: 1 }])
})

test.each([
  ['not a job', 'nonsense'],
  [
    'a job whose data does not fit',
    JSON.stringify({ id: 'evt_1', type: 'x', orgId: null, occurredAt: '', data: { runId: 1 } }),
  ],
])('a message that is %s is set aside and blocks nothing', async (_, payload) => {
  const queue = newQueue({ maxDeliver: 4 })
  const seen: string[] = []
  await work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  await harness.bus.js.publish(harness.bus.subject(`jobs.${queue.subject}`), payload)
  await send(queue, 'run')
  await eventually(() => expect(seen).toEqual(['run']))
  await gone(queue)
  expect(await harness.deadLetters()).toHaveLength(1)
})

test('a job that takes longer than the queue is patient is not delivered a second time', async () => {
  const queue = newQueue({ maxDeliver: 3, ackWaitMs: 300 })
  const release = Promise.withResolvers<void>()
  const attempts: number[] = []
  const handle = async (_: unknown, { attempt }: { attempt: number }) => {
    attempts.push(attempt)
    await release.promise
  }
  await work(queue, { slots: 1, handle })
  await work(queue, { slots: 1, handle }, await harness.anotherBus())
  await send(queue, 'long')
  await eventually(() => expect(attempts).toEqual([1]))
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect(attempts).toEqual([1])
  release.resolve()
  await gone(queue)
})

test('a job whose only worker died is set aside, not kept for ever', async () => {
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
  await send(queue, 'orphan')
  await entered.promise
  await doomed.nc.close()
  const seen: string[] = []
  await work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  await gone(queue)
  expect(seen).toEqual([])
  expect(await harness.deadLetters()).toMatchObject([
    { reason: 'Its worker ended without an answer', deliveries: 1 },
  ])
})

test('stopping takes no new job, and waits for the one that runs', async () => {
  const queue = newQueue()
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const seen: string[] = []
  const stop = await work(queue, {
    slots: 1,
    handle: async ({ runId }) => {
      entered.resolve()
      await leave.promise
      seen.push(runId)
    },
  })
  await send(queue, 'first', 'second')
  await entered.promise
  const stopped = stop()
  leave.resolve()
  await stopped
  expect(seen).toEqual(['first'])
  await eventually(async () => expect(await inStream(queue)).toBe(1))
})

test('a job that does not end within the grace of a stopping worker has its signal aborted', async () => {
  const queue = newQueue()
  const entered = Promise.withResolvers<void>()
  const stop = await work(queue, {
    slots: 1,
    graceMs: 30,
    handle: async (_, { signal }) => {
      entered.resolve()
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      )
    },
  })
  await send(queue, 'run')
  await entered.promise
  await stop()
  expect(await harness.deadLetters()).toMatchObject([{ reason: 'stopped' }])
})

test('a queue that JetStream has lost is made anew', async () => {
  const queue = newQueue()
  const seen: string[] = []
  await work(queue, { slots: 1, handle: async ({ runId }) => void seen.push(runId) })
  await send(queue, 'before')
  await eventually(() => expect(seen).toEqual(['before']))
  await harness.bus.jsm.streams.delete(harness.bus.stream('JOBS'))
  await send(queue, 'after')
  await eventually(() => expect(seen).toEqual(['before', 'after']), 15_000)
})

test('the trace and the request id of the cause reach the handler, and one line tells of the job', async () => {
  const queue = newQueue()
  const contexts: Array<ReturnType<typeof currentContext>> = []
  await work(queue, { slots: 1, handle: async () => void contexts.push(currentContext()) })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  await withRequestContext({ requestId: 'req-job', traceparent: `00-${trace}-00f067aa0ba902b7-01` }, () =>
    send(queue, 'run'),
  )
  await gone(queue)
  expect(contexts).toMatchObject([{ requestId: 'req-job', traceparent: expect.stringContaining(trace) }])
  const line = harness.log.lines.find((text) => text.includes(`"queue":"${durableOf(queue)}"`))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    outcome: 'ok',
    org: 'org_1',
    requestId: 'req-job',
    msg: 'job',
  })
  expect(await harness.bus.metrics.registry.metrics()).toMatch(
    new RegExp(
      `atrium_message_seconds_count\\{[^}]*kind="job",name="${durableOf(queue)}",outcome="ok"[^}]*\\} 1`,
    ),
  )
})
