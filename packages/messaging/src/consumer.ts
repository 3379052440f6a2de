import type { EventDefinition, EventEnvelope } from '@atrium/contracts'
import { AppError, outcomeOfKind } from '@atrium/contracts'
import { asDatabaseError, inTransaction, type PlatformTables } from '@atrium/database'
import { type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import { SpanKind } from '@opentelemetry/api'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Bus } from './bus.ts'
import { setAside } from './dead-letters.ts'
import { ensureConsumer, nanos } from './streams.ts'

/** A durable subscription of a service to one type of event. Build it with `eventConsumer`. */
export interface EventConsumer<DB extends PlatformTables = PlatformTables> {
  /** Unique in the service, kebab-case; part of the durable's name. */
  name: string
  event: EventDefinition
  handle(tx: Transaction<DB>, event: EventEnvelope): Promise<void>
  /** Where a new consumer begins: with what comes from now on, or with all that the stream still has. */
  from: 'now' | 'beginning'
}

/** Ties a handler to an event. Its effects, made in `tx`, commit together with the record of the event's id. */
export function eventConsumer<DB extends PlatformTables, S extends z.ZodObject>(
  name: string,
  event: EventDefinition<S>,
  handle: (tx: Transaction<DB>, event: EventEnvelope<z.output<S>>) => Promise<void>,
  options: { from?: 'now' | 'beginning' } = {},
): EventConsumer<DB> {
  return {
    name,
    event,
    from: options.from ?? 'beginning',
    handle: (tx, envelope) =>
      handle(tx, { ...envelope, data: event.schema.parse(envelope.data) as z.output<S> }),
  }
}

/** Deliveries of one message before it is set aside. */
export const maxDeliveries = 5
const batchSize = 100
const Envelope = z.object({
  id: z.string(),
  type: z.string(),
  orgId: z.string().nullable(),
  occurredAt: z.string(),
  data: z.unknown(),
})

/**
 * Consumes until stopped. What has arrived is handled as one transaction (inbox rows, effects, commit), then
 * acknowledged; when that fails each message is tried alone, so that a poisoned one delays nobody. It is tried
 * up to five times with growing pauses, then set aside with its reason.
 */
export async function startConsumer<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
): Promise<() => Promise<void>> {
  const stream = bus.stream('EVENTS')
  const durable = `${bus.service}-${consumer.name}`
  await ensureConsumer(bus, stream, {
    durable_name: durable,
    filter_subject: bus.subject(`events.*.${consumer.event.type}`),
    deliver_policy: consumer.from === 'now' ? DeliverPolicy.New : DeliverPolicy.All,
    ack_wait: nanos(30_000),
    max_ack_pending: 1_000,
  })
  let stopped = false
  let messages: ConsumerMessages | undefined
  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        const source = await bus.js.consumers.get(stream, durable)
        messages = await source.consume({ max_messages: 2 * batchSize })
        if (stopped) break
        await drainBatches(messages, (batch) => handleBatch(bus, db, consumer, batch))
      } catch (error) {
        if (!stopped)
          bus.logger.warn({ err: error, consumer: durable }, '[events] consumer broke, starting again')
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const running = loop()
  return async () => {
    stopped = true
    await messages?.close()
    await running
  }
}

// The iterator yields one message at a time; what else has arrived meanwhile joins the same batch.
async function drainBatches(
  messages: ConsumerMessages,
  handle: (batch: JsMsg[]) => Promise<void>,
): Promise<void> {
  const queue: JsMsg[] = []
  let notify: () => void = () => {}
  let ended = false
  const reader = (async () => {
    for await (const message of messages) {
      queue.push(message)
      notify()
    }
  })().finally(() => {
    ended = true
    notify()
  })
  while (!ended || queue.length > 0) {
    if (queue.length === 0) {
      await new Promise<void>((resolve) => {
        notify = resolve
        if (ended || queue.length > 0) resolve()
      })
      continue
    }
    await handle(queue.splice(0, batchSize))
  }
  await reader
}

interface Delivery {
  message: JsMsg
  envelope: EventEnvelope
}

async function handleBatch<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
  batch: readonly JsMsg[],
): Promise<void> {
  const deliveries: Delivery[] = []
  for (const message of batch) {
    const envelope = parse(message)
    if (envelope === undefined) await refuse(bus, db, consumer, message, 'The message is not a valid event')
    else deliveries.push({ message, envelope })
  }
  if (deliveries.length === 0) return
  const started = performance.now()
  try {
    await applyAll(bus, db, consumer, deliveries)
    for (const { message } of deliveries) message.ack()
    observe(bus, consumer, 'ok', started, deliveries.length)
  } catch (error) {
    if (deliveries.length === 1 && deliveries[0] !== undefined) {
      await fail(bus, db, consumer, deliveries[0], error)
      observe(bus, consumer, 'failed', started, 1)
    } else {
      for (const { message } of deliveries) await handleBatch(bus, db, consumer, [message])
    }
  }
}

async function applyAll<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
  deliveries: readonly Delivery[],
): Promise<void> {
  const name = `${bus.service}-${consumer.name}`
  await inTransaction(db, undefined, async (tx) => {
    const fresh = await (tx as unknown as Transaction<PlatformTables>)
      .insertInto('inbox')
      .values(deliveries.map(({ envelope }) => ({ consumer: name, event_id: envelope.id })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .execute()
    const unseen = new Set(fresh.map((row) => row.event_id))
    for (const { message, envelope } of deliveries) {
      if (!unseen.delete(envelope.id)) continue
      await bus.tracing.span(
        {
          name: `event ${envelope.type}`,
          kind: SpanKind.CONSUMER,
          requestId: envelope.id,
          traceparent: message.headers?.get('traceparent'),
        },
        () => consumer.handle(tx, envelope),
      )
    }
  })
}

function parse(message: JsMsg): EventEnvelope | undefined {
  try {
    return Envelope.parse(message.json())
  } catch {
    return undefined
  }
}

async function fail<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
  { message, envelope }: Delivery,
  thrown: unknown,
): Promise<void> {
  const error = asDatabaseError(thrown)
  const away = error instanceof AppError && error.kind === 'unavailable'
  const hopeless =
    thrown instanceof z.ZodError || (error instanceof AppError && outcomeOfKind(error.kind) === 'dead_letter')
  const attempt = message.info.deliveryCount
  if (!away && (hopeless || attempt >= maxDeliveries)) {
    const reason = error instanceof Error ? error.message : String(error)
    await refuse(bus, db, consumer, message, reason, envelope.id)
    return
  }
  bus.logger.warn(
    { err: error, event: envelope.type, eventId: envelope.id, attempt },
    'event failed, trying again',
  )
  message.nak(Math.min(30_000, 250 * 2 ** attempt))
}

async function refuse<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
  message: JsMsg,
  reason: string,
  id?: string,
): Promise<void> {
  const name = `${bus.service}-${consumer.name}`
  try {
    await setAside(db as unknown as Kysely<PlatformTables>, {
      consumer: name,
      subject: message.subject,
      message_id: id ?? message.headers?.get('Nats-Msg-Id') ?? String(message.seq),
      payload: message.string(),
      reason,
      deliveries: message.info.deliveryCount,
    })
    message.term(reason.slice(0, 100))
    bus.metrics.deadLetters.inc({ consumer: name })
    bus.logger.error({ consumer: name, subject: message.subject, reason }, 'event set aside')
  } catch (error) {
    bus.logger.warn({ err: error, consumer: name }, 'cannot set the event aside yet')
    message.nak(2_000)
  }
}

function observe(
  bus: Bus,
  consumer: { name: string },
  outcome: string,
  started: number,
  count: number,
): void {
  const seconds = (performance.now() - started) / 1000
  bus.metrics.messages.observe({ kind: 'event', name: consumer.name, outcome }, seconds)
  bus.logger.info(
    { consumer: consumer.name, outcome, count, ms: Math.round(seconds * 1e4) / 10 },
    'events handled',
  )
}
