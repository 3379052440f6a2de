import type { JobDefinition } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import { type Consumer, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Bus } from '../bus.ts'
import { isRefusal } from '../is-refusal.ts'
import { keepInProgress } from '../message.ts'
import { durableName } from '../names.ts'
import { orAborted, pause } from '../pause.ts'
import { pauseAfter, watchRefusals } from '../refusals.ts'
import { ensureConsumer, ensureStreams, nanos } from '../streams.ts'
import { giveUpExhausted } from './give-up-exhausted.ts'
import type { JobWorkerOptions } from './job-worker.ts'
import { runJob, type Working } from './run-job.ts'

// The expiry of a pull request. A stopping worker waits for the open request so that no job is lost
// in it.
const pullMs = 1_000
const idlePullMs = 3_000
/** A queue without a job for this time is idle. */
const idleAfterMs = 30_000
const defaultGraceMs = 5_000

/**
 * Works off a queue until stopped, with one message per free slot. A failed job is redelivered or
 * dead-lettered. The message only names a row, which the handler claims, because a job may be
 * delivered twice. `stop` waits for running jobs and aborts their signal after `graceMs`. Throws if
 * the queue cannot be created.
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
  const name = durableName(job)
  const working = { bus, db, job, options, name, signal: aborting.signal } as unknown as Working
  const inFlight = new Set<Promise<void>>()
  // `Promise.race` would leave a reaction on every running job.
  let freed = (): void => {}
  bus.metrics.deadLetters.inc({ consumer: name }, 0)
  for (const outcome of ['ok', 'failed']) bus.metrics.messages.zero({ kind: 'job', name, outcome })
  await ensureQueue(bus, job)
  const forgetExhausted = giveUpExhausted(bus, db, name)
  let refusal: Error | undefined
  const unwatch = watchRefusals(bus, name, (error) => {
    refusal = error
  })

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
    let workedAt = performance.now()
    while (!stopping.signal.aborted) {
      if (inFlight.size >= options.slots) {
        await new Promise<void>((resolve) => (freed = resolve))
        continue
      }
      try {
        queue ??= await orAborted(bus.js.consumers.get(bus.stream('JOBS'), name), stopping.signal)
        refusal = undefined
        const isIdle = performance.now() - workedAt > idleAfterMs
        const message = await queue.next({ expires: isIdle ? idlePullMs : pullMs })
        if (message === null && refusal !== undefined) throw refusal
        bus.metrics.queueWaiting.set({ queue: name }, message?.info.pending ?? 0)
        if (message === null) continue
        workedAt = performance.now()
        start(message)
      } catch (thrown) {
        queue = undefined
        const error = refusal ?? thrown
        const level = isRefusal(error) ? 'error' : 'debug'
        bus.logger[level]({ err: error, queue: name }, '[jobs] the queue does not answer')
        await pause(pauseAfter(error), stopping.signal)
        const ensuring = ensureStreams(bus).then(() => ensureQueue(bus, job))
        await orAborted(ensuring, stopping.signal).catch(() => {})
      }
    }
  }
  const taking = take()
  return async () => {
    stopping.abort()
    const grace = setTimeout(() => aborting.abort(), options.graceMs ?? defaultGraceMs)
    await taking
    await Promise.all(inFlight)
    clearTimeout(grace)
    held.stop()
    unwatch()
    forgetExhausted()
  }
}

const ensureQueue = (bus: Bus, job: Pick<JobDefinition, 'subject' | 'ackWaitMs' | 'maxDeliver'>) =>
  ensureConsumer(bus, bus.stream('JOBS'), {
    durable_name: durableName(job),
    filter_subject: bus.subject(`jobs.${job.subject}`),
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(job.ackWaitMs),
    max_deliver: job.maxDeliver,
    max_ack_pending: 10_000,
  })
