import { AppError } from '@atrium/contracts'
import { asDatabaseError, isDatabaseAway, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus.ts'
import { isHopeless, reasonOf, setAside } from '../dead-letters.ts'
import { parseEnvelope, requestIdOf } from '../envelope.ts'
import { isReachable, untilReachable } from '../reachable.ts'
import { settle } from '../settle.ts'
import { applyBatch, type Delivery } from './apply-batch.ts'
import type { EventConsumer } from './event-consumer.ts'

/** Deliveries of one message before it is set aside. */
export const maxDeliveries = 5

export interface Consuming<DB extends PlatformTables> {
  bus: Bus
  db: Kysely<DB>
  consumer: EventConsumer<DB>
  /** The durable's name, also the consumer's in `inbox` and `dead_letters`. */
  name: string
  /** Aborted when the consumer stops. */
  signal: AbortSignal
  /** Makes the server forget our open request; to be awaited before messages are given back. */
  forget(): Promise<void>
}

/**
 * Handles what has arrived: at first everything in one transaction; should that fail, each event alone, so that
 * a poisoned one delays nobody. Waits while the database is away. Every message is acknowledged, given back
 * or set aside in the end; never throws.
 */
export async function handleBatch<DB extends PlatformTables>(
  consuming: Consuming<DB>,
  batch: readonly JsMsg[],
): Promise<void> {
  const deliveries: Delivery[] = []
  for (const message of batch) {
    const envelope = parseEnvelope(message)
    if (envelope === undefined) await refuse(consuming, message, 'The message is not a valid event')
    else deliveries.push({ message, envelope })
  }
  // What failed before is tried alone at once, so that it cannot spoil a batch again and again.
  const again = deliveries.filter(({ message }) => message.redelivered)
  const fresh = deliveries.filter(({ message }) => !message.redelivered)
  for (const delivery of again) await handleDeliveries(consuming, [delivery])
  if (fresh.length > 0) await handleDeliveries(consuming, fresh)
}

async function handleDeliveries<DB extends PlatformTables>(
  consuming: Consuming<DB>,
  deliveries: readonly Delivery[],
): Promise<void> {
  const { bus, db, consumer, name, signal } = consuming
  for (;;) {
    if (signal.aborted) return giveBack(consuming, deliveries)
    const started = performance.now()
    try {
      const durations = await applyBatch(bus, db, consumer, deliveries)
      return acknowledge(consuming, deliveries, durations)
    } catch (error) {
      if (isDatabaseAway(error) && !(await isReachable(db))) {
        bus.logger.warn({ err: error, consumer: name }, 'the database is away, events wait')
        await untilReachable(db, signal)
        continue
      }
      const [only, ...others] = deliveries
      if (only !== undefined && others.length === 0) {
        await fail(consuming, only, error)
        report(consuming, only, 'failed', performance.now() - started)
      } else {
        for (const delivery of deliveries) await handleDeliveries(consuming, [delivery])
      }
      return
    }
  }
}

// An acknowledgement that is lost does no harm: the inbox knows the event when it comes again.
function acknowledge<DB extends PlatformTables>(
  consuming: Consuming<DB>,
  deliveries: readonly Delivery[],
  durations: ReadonlyMap<Delivery, number>,
): void {
  for (const delivery of deliveries) {
    settle(delivery.message, 'ack')
    report(consuming, delivery, durations.has(delivery) ? 'ok' : 'seen', durations.get(delivery) ?? 0)
  }
}

async function fail<DB extends PlatformTables>(
  consuming: Consuming<DB>,
  { message, envelope }: Delivery,
  thrown: unknown,
): Promise<void> {
  const { bus, consumer, name } = consuming
  const error = asDatabaseError(thrown)
  const attempt = message.info.deliveryCount
  // Another service that is away says nothing about the event: it waits, however long that takes.
  const away = thrown instanceof AppError && thrown.kind === 'unavailable'
  if (isHopeless(thrown) || (!away && attempt >= maxDeliveries)) {
    return refuse(consuming, message, reasonOf(thrown), envelope.id)
  }
  bus.logger.warn({ err: error, consumer: name, eventId: envelope.id, attempt }, 'event failed, trying again')
  const pauseMs = consumer.retryPauseMs?.(attempt) ?? Math.min(30_000, 250 * 2 ** Math.min(attempt, 10))
  settle(message, 'nak', pauseMs)
}

const refuse = <DB extends PlatformTables>(
  { bus, db, name }: Consuming<DB>,
  message: JsMsg,
  reason: string,
  id?: string,
): Promise<void> =>
  setAside(bus, db as unknown as Kysely<PlatformTables>, { consumer: name, message, reason, id })

async function giveBack<DB extends PlatformTables>(
  consuming: Consuming<DB>,
  deliveries: readonly Delivery[],
): Promise<void> {
  await consuming.forget()
  for (const { message } of deliveries) settle(message, 'nak')
}

function report<DB extends PlatformTables>(
  { bus, name }: Consuming<DB>,
  { message, envelope }: Delivery,
  outcome: string,
  millis: number,
): void {
  bus.metrics.messages.observe({ kind: 'event', name, outcome }, millis / 1000)
  bus.logger.info(
    {
      consumer: name,
      outcome,
      ms: Math.round(millis * 10) / 10,
      requestId: requestIdOf(message, envelope),
      ...(envelope.orgId === null ? {} : { org: envelope.orgId }),
    },
    'event',
  )
}
