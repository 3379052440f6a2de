import type { EventEnvelope, JobDefinition } from '@atrium/contracts'
import { asDatabaseError, isDatabaseAway, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import { SpanKind } from '@opentelemetry/api'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Bus } from '../bus.ts'
import { isHopeless, reasonOf, setAside } from '../dead-letters.ts'
import { parseEnvelope, requestIdOf } from '../envelope.ts'
import { pause } from '../pause.ts'
import { isReachable, untilReachable } from '../reachable.ts'
import { settle } from '../settle.ts'
import type { JobWorkerOptions } from './job-worker.ts'

export interface Working<S extends z.ZodType> {
  bus: Bus
  db: Kysely<PlatformTables>
  job: JobDefinition<S>
  options: JobWorkerOptions<S>
  /** The durable's name, also the consumer's in `dead_letters`. */
  name: string
  /** Aborted when the jobs in hand must come to an end. */
  signal: AbortSignal
}

/** Handles one message and settles it; waits with it in hand while the database is away. Never throws. */
export async function runJob<S extends z.ZodType>(working: Working<S>, message: JsMsg): Promise<void> {
  const { bus, db, name } = working
  const envelope = parseEnvelope(message)
  if (envelope === undefined) {
    await setAside(bus, db, { consumer: name, message, reason: 'The message is not a valid job' })
    return
  }
  const started = performance.now()
  try {
    await handleOnceReachable(working, message, envelope)
    await untilConnected(working)
    settle(message, 'ack')
    report(working, message, envelope, 'ok', started)
  } catch (error) {
    await fail(working, message, envelope, error)
    report(working, message, envelope, 'failed', started)
  }
}

// A handler that the database left half-way is called again: that is no more than a second delivery, and the
// claim of its row tells it what to do. Setting the job aside would need the database too.
async function handleOnceReachable<S extends z.ZodType>(
  working: Working<S>,
  message: JsMsg,
  envelope: EventEnvelope,
): Promise<void> {
  const { bus, db, name, signal } = working
  for (;;) {
    try {
      return await handle(working, message, envelope)
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error) || (await isReachable(db))) throw error
      bus.logger.warn({ err: error, queue: name, id: envelope.id }, 'the database is away, the job waits')
      await untilReachable(db, signal)
    }
  }
}

function handle<S extends z.ZodType>(
  { bus, job, options, signal, name }: Working<S>,
  message: JsMsg,
  envelope: EventEnvelope,
): Promise<void> {
  const init = {
    name: `job ${name}`,
    kind: SpanKind.CONSUMER,
    requestId: requestIdOf(message, envelope),
    traceparent: message.headers?.get('traceparent') || undefined,
  }
  return bus.tracing.span(init, async () => {
    const call = { id: envelope.id, orgId: envelope.orgId, attempt: message.info.deliveryCount, signal }
    await options.handle(job.schema.parse(envelope.data), call)
  })
}

// What is said while the server is away is lost, and the job's last delivery would pass for one that nobody answered.
async function untilConnected<S extends z.ZodType>({ bus, signal }: Working<S>): Promise<void> {
  while (!bus.isConnected() && !bus.nc.isClosed() && !signal.aborted) await pause(100, signal)
}

async function fail<S extends z.ZodType>(
  working: Working<S>,
  message: JsMsg,
  { id }: EventEnvelope,
  thrown: unknown,
): Promise<void> {
  const { bus, db, job, options, name } = working
  const attempt = message.info.deliveryCount
  await untilConnected(working)
  if (attempt >= job.maxDeliver || isHopeless(thrown)) {
    await setAside(bus, db, { consumer: name, message, reason: reasonOf(thrown), id })
    return
  }
  bus.logger.warn({ err: asDatabaseError(thrown), queue: name, id, attempt }, 'job failed, trying again')
  settle(message, 'nak', options.retryPauseMs?.(attempt) ?? Math.min(60_000, 500 * 2 ** attempt))
}

function report<S extends z.ZodType>(
  { bus, name }: Working<S>,
  message: JsMsg,
  envelope: EventEnvelope,
  outcome: string,
  started: number,
): void {
  const millis = performance.now() - started
  bus.metrics.messages.observe({ kind: 'job', name, outcome }, millis / 1000)
  bus.logger.info(
    {
      queue: name,
      outcome,
      ms: Math.round(millis * 10) / 10,
      requestId: requestIdOf(message, envelope),
      ...(envelope.orgId === null ? {} : { org: envelope.orgId }),
    },
    'job',
  )
}
