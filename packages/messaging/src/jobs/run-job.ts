import type { JobDefinition } from '@atrium/contracts'
import { asDatabaseError, backOff, isDatabaseAway, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus.ts'
import { deadLetter, isPermanent, toReason } from '../dead-letters.ts'
import { type Delivery, parseEnvelope, report, settle, traced } from '../message.ts'
import { isReachable, pause, untilReachable } from '../pause.ts'
import type { JobWorkerOptions } from './job-worker.ts'

export interface Working {
  bus: Bus
  db: Kysely<PlatformTables>
  job: JobDefinition
  options: JobWorkerOptions
  /** The durable's name, also used in `dead_letters`. */
  name: string
  /** Aborts when running jobs must end. */
  signal: AbortSignal
}

/** Handles and settles one message. Waits while the database is unreachable. Never throws. */
export async function runJob(working: Working, message: JsMsg): Promise<void> {
  const { bus, db, name } = working
  const envelope = parseEnvelope(message)
  if (envelope === undefined) {
    return deadLetter(bus, {
      db,
      consumer: name,
      message,
      options: { reason: 'The message is not a valid job' },
    })
  }
  const delivery = { message, envelope }
  const started = performance.now()
  let outcome = 'ok'
  try {
    await handleOnceReachable(working, delivery)
    await untilConnected(working)
    settle(message, 'ack')
  } catch (error) {
    outcome = 'failed'
    await fail(working, delivery, error)
  }
  report(bus, {
    kind: 'job',
    name,
    delivery,
    options: { outcome, millis: performance.now() - started },
  })
}

// Waits and retries if the database is down, because storing a dead letter would also need the
// database. A retry is as safe as a redelivery, because the handler claims its row.
async function handleOnceReachable(working: Working, delivery: Delivery): Promise<void> {
  const { bus, db, job, options, name, signal } = working
  const { id, orgId, data } = delivery.envelope
  const call = { id, orgId, attempt: delivery.message.info.deliveryCount, signal }
  for (;;) {
    try {
      return await traced(bus, `job ${name}`, delivery, async () =>
        options.handle(job.schema.parse(data), call),
      )
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error) || (await isReachable(db))) throw error
      bus.logger.warn({ err: error, queue: name, id }, 'the database is away, the job waits')
      await untilReachable(db, signal)
    }
  }
}

// If the server is down, a settlement is lost and the job's last delivery would count as
// unacknowledged.
async function untilConnected({ bus, signal }: Working): Promise<void> {
  while (!bus.isConnected() && !bus.nc.isClosed() && !signal.aborted) await pause(100, signal)
}

async function fail(working: Working, { message, envelope: { id } }: Delivery, thrown: unknown) {
  const { bus, db, job, options, name } = working
  const attempt = message.info.deliveryCount
  await untilConnected(working)
  if (attempt >= job.maxDeliver || isPermanent(thrown)) {
    await deadLetter(bus, {
      db,
      consumer: name,
      message,
      options: { reason: toReason(thrown), id },
    })
    return
  }
  bus.logger.warn(
    { err: asDatabaseError(thrown), queue: name, id, attempt },
    'job failed, trying again',
  )
  settle(message, 'nak', options.retryPauseMs?.(attempt) ?? backOff(attempt, 1_000, 60_000))
}
