import type { JobDefinition } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import { type Consumer, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Bus } from '../bus.ts'
import { keepInProgress } from '../keep-in-progress.ts'
import { orAborted, pause } from '../pause.ts'
import { ensureConsumer, ensureStreams, nanos } from '../streams.ts'
import { durableOf } from './durable-of.ts'
import { giveUpExhausted } from './give-up-exhausted.ts'
import type { JobWorkerOptions } from './job-worker.ts'
import { runJob, type Working } from './run-job.ts'

// An idle worker asks anew this often; stopping waits for the question in hand, so that no job is lost in it.
const askMs = 1_000
const defaultGraceMs = 5_000

/**
 * Works off a queue until stopped: takes one message at a time for each free slot, keeps JetStream informed
 * while its handler runs, acknowledges it afterwards. A failure is delivered again while deliveries are left
 * and it may pass, else the message is set aside in `db` with its reason. The message only says "look at this
 * row": the handler claims the row, as two deliveries of one job are possible.
 *
 * Returns how to stop: takes nothing more, waits for what runs, and aborts its signal after `graceMs`. Throws
 * when the queue cannot be created.
 */
export async function startJobWorker<S extends z.ZodType>(
  bus: Bus,
  job: JobDefinition<S>,
  options: JobWorkerOptions<S>,
  db: Kysely<PlatformTables>,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const aborting = new AbortController()
  const held = keepInProgress(Math.min(job.ackWaitMs, 180_000))
  const name = durableOf(job)
  const working: Working<S> = { bus, db, job, options, name, signal: aborting.signal }
  const inFlight = new Set<Promise<void>>()
  // Not a race of all that runs: each one would leave something at the jobs that go on.
  let freed = (): void => {}
  await ensureQueue(bus, job)
  const forgetExhausted = giveUpExhausted(bus, db, name)

  const start = (message: JsMsg): void => {
    held.hold(message)
    const run = runJob(working, message).finally(() => {
      held.release([message])
      inFlight.delete(run)
      freed()
    })
    inFlight.add(run)
  }
  const take = async (): Promise<void> => {
    let queue: Consumer | undefined
    while (!stopping.signal.aborted) {
      if (inFlight.size >= options.slots) {
        await new Promise<void>((resolve) => (freed = resolve))
        continue
      }
      try {
        queue ??= await orAborted(bus.js.consumers.get(bus.stream('JOBS'), name), stopping.signal)
        const message = await queue.next({ expires: askMs })
        bus.metrics.queueWaiting.set({ queue: name }, message?.info.pending ?? 0)
        if (message !== null) start(message)
      } catch (error) {
        queue = undefined
        bus.logger.debug({ err: error, queue: name }, '[jobs] the queue does not answer')
        await pause(250, stopping.signal)
        const ensuring = ensureStreams(bus).then(() => ensureQueue(bus, job))
        await orAborted(ensuring, stopping.signal).catch(() => {})
      }
    }
  }
  const taking = take()
  return async () => {
    stopping.abort()
    const patience = setTimeout(() => aborting.abort(), options.graceMs ?? defaultGraceMs)
    await taking
    await Promise.all(inFlight)
    clearTimeout(patience)
    held.stop()
    forgetExhausted()
  }
}

const ensureQueue = (bus: Bus, job: Pick<JobDefinition, 'subject' | 'ackWaitMs' | 'maxDeliver'>) =>
  ensureConsumer(bus, bus.stream('JOBS'), {
    durable_name: durableOf(job),
    filter_subject: bus.subject(`jobs.${job.subject}`),
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(job.ackWaitMs),
    max_deliver: job.maxDeliver,
    max_ack_pending: 10_000,
  })
