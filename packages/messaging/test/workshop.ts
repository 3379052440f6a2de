import { defineJob } from '@atrium/contracts'
import { emitJob, inTransaction } from '@atrium/database'
import { eventually } from '@atrium/testkit'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Bus, type JobWorkerOptions, startJobWorker, startOutboxRelay } from '../src/index.ts'
import { createHarness, type Harness } from './harness.ts'

let queues = 0

/** Returns a separate queue for each test. */
export const newQueue = (settings: { maxDeliver?: number; ackWaitMs?: number } = {}) => {
  queues += 1
  return defineJob({
    subject: `test-queue-${queues}.normal`,
    schema: z.object({ runId: z.string() }),
    ackWaitMs: 900_000,
    maxDeliver: 1,
    ...settings,
  })
}
export type Queue = ReturnType<typeof newQueue>

export interface Workshop {
  harness: Harness
  work(
    queue: Queue,
    options: JobWorkerOptions<Queue['schema']>,
    bus?: Bus,
  ): Promise<() => Promise<void>>
  send(queue: Queue, ...runIds: string[]): Promise<void>
  inStream(queue: Queue): Promise<number>
  /** Waits until the outbox and the queue are empty. */
  emptied(queue: Queue): Promise<void>
  /** Stops all workers in parallel, because each may take a second. */
  close(): Promise<void>
}

/** Opens a relay, and workers for any queue. */
export async function openWorkshop(): Promise<Workshop> {
  const harness = await createHarness()
  const { db, platform, bus: own, schema } = harness
  const relay = startOutboxRelay({ db: platform, bus: own, schema })
  const stops = [() => relay.stop()]
  const inStream = async (queue: Queue): Promise<number> => {
    const info = await own.jsm.streams.info(own.stream('JOBS'), {
      subjects_filter: own.subject(`jobs.${queue.subject}`),
    })
    return Object.values(info.state.subjects ?? {}).reduce((sum, count) => sum + count, 0)
  }
  return {
    harness,
    inStream,
    async work(queue, options, bus = own) {
      const stop = await startJobWorker(
        bus,
        queue,
        { retryPauseMs: () => 20, ...options },
        platform,
      )
      stops.push(stop)
      return stop
    },
    send: (queue, ...runIds) =>
      inTransaction(db, undefined, async (tx) => {
        for (const runId of runIds) await emitJob(tx, queue, { runId }, { orgId: 'org_1' })
      }),
    emptied: (queue) =>
      eventually(async () => {
        expect(await db.selectFrom('outbox').select('seq').execute()).toEqual([])
        expect(await inStream(queue)).toBe(0)
      }),
    async close() {
      await Promise.all(stops.map((stop) => stop()))
      await harness.close()
    },
  }
}
