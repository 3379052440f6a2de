import { AppError } from '@atrium/contracts'
import { asDatabaseError, backOff, isDatabaseAway, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus.ts'
import { deadLetter, isPermanent, toReason } from '../dead-letters.ts'
import { type Delivery, parseEnvelope, report, settle } from '../message.ts'
import { isReachable, untilReachable } from '../pause.ts'
import { applyBatch } from './apply-batch.ts'
import type { EventConsumer } from './event-consumer.ts'

/** Deliveries per message before it is dead-lettered. */
const maxDeliveries = 5

export interface Consuming {
  bus: Bus
  db: Kysely<PlatformTables>
  consumer: EventConsumer
  /** The durable's name, also used in `inbox` and `dead_letters`. */
  name: string
  /** Aborts when the consumer stops. */
  signal: AbortSignal
  /** Makes the server drop the open pull request. Awaited before messages are returned. */
  dropRequest(): Promise<void>
}

/**
 * Handles a batch in one transaction. If that fails, handles each event alone so a poisoned event
 * delays no other. Waits while the database is unreachable. Every message ends acknowledged,
 * returned or dead-lettered. Never throws.
 */
export async function handleBatch(consuming: Consuming, batch: readonly JsMsg[]): Promise<void> {
  const { bus, db, name } = consuming
  const fresh: Delivery[] = []
  for (const message of batch) {
    const envelope = parseEnvelope(message)
    if (envelope === undefined) {
      await deadLetter(bus, {
        db,
        consumer: name,
        message,
        options: { reason: 'The message is not a valid event' },
      })
    } else if (consuming.consumer.ignores?.(envelope) === true) {
      settle(message, 'ack')
      // Without a log line, because most events of a busy type may be ignored.
      bus.metrics.messages.observe({ kind: 'event', name, outcome: 'ok' }, 0)
    } else if (message.redelivered) {
      // Handled alone from the start, so it cannot fail another batch.
      await handleDeliveries(consuming, [{ message, envelope }])
    } else fresh.push({ message, envelope })
  }
  if (fresh.length > 0) await handleDeliveries(consuming, fresh)
}

async function handleDeliveries(
  consuming: Consuming,
  deliveries: readonly Delivery[],
): Promise<void> {
  const { bus, db, consumer, name, signal } = consuming
  while (!signal.aborted) {
    const started = performance.now()
    try {
      const durations = await applyBatch(bus, db, consumer, deliveries)
      for (const delivery of deliveries) {
        // A lost acknowledgement is harmless because the inbox recognises the redelivered event.
        settle(delivery.message, 'ack')
        const millis = durations.get(delivery)
        const outcome = millis === undefined ? 'seen' : 'ok'
        report(bus, { kind: 'event', name, delivery, options: { outcome, millis: millis ?? 0 } })
      }
      return
    } catch (error) {
      if (isDatabaseAway(error) && !(await isReachable(db))) {
        bus.logger.warn({ err: error, consumer: name }, 'the database is away, events wait')
        await untilReachable(db, signal)
        continue
      }
      const [only, ...others] = deliveries
      if (only !== undefined && others.length === 0) {
        await fail(consuming, only, error)
        report(bus, {
          kind: 'event',
          name,
          delivery: only,
          options: { outcome: 'failed', millis: performance.now() - started },
        })
      } else {
        for (const delivery of deliveries) await handleDeliveries(consuming, [delivery])
      }
      return
    }
  }
  await consuming.dropRequest()
  for (const { message } of deliveries) settle(message, 'nak')
}

async function fail(
  { bus, db, consumer, name }: Consuming,
  { message, envelope: { id } }: Delivery,
  thrown: unknown,
): Promise<void> {
  const attempt = message.info.deliveryCount
  // The event is not at fault if a service is unavailable, so it waits without a limit.
  const away = thrown instanceof AppError && thrown.kind === 'unavailable'
  if (isPermanent(thrown) || (!away && attempt >= maxDeliveries)) {
    return deadLetter(bus, {
      db,
      consumer: name,
      message,
      options: { reason: toReason(thrown), id },
    })
  }
  const err = asDatabaseError(thrown)
  bus.logger.warn({ err, consumer: name, eventId: id, attempt }, 'event failed, trying again')
  settle(message, 'nak', consumer.retryPauseMs?.(attempt) ?? backOff(attempt, 500, 30_000))
}
