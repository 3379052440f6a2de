import type { EventEnvelope } from '@atrium/contracts'
import { inTransaction, type PlatformTables } from '@atrium/database'
import type { JsMsg } from '@nats-io/jetstream'
import { SpanKind } from '@opentelemetry/api'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Bus } from '../bus.ts'
import { withinTime } from '../deadline.ts'
import { requestIdOf } from '../envelope.ts'
import type { EventConsumer } from './event-consumer.ts'

export interface Delivery {
  message: JsMsg
  envelope: EventEnvelope
}

// Just below what PostgreSQL grants a transaction that does nothing; `createDatabase`.
const defaultTimeoutMs = 50_000

/**
 * One transaction: the events that this consumer has not seen are recorded in its inbox and handled in their
 * order. Returns how long each took in milliseconds; what had been seen is missing. Nothing remains when it
 * throws.
 */
export async function applyBatch<DB extends PlatformTables>(
  bus: Bus,
  db: Kysely<DB>,
  consumer: EventConsumer<DB>,
  deliveries: readonly Delivery[],
): Promise<Map<Delivery, number>> {
  const durations = new Map<Delivery, number>()
  const { timeoutMs = defaultTimeoutMs } = consumer
  await inTransaction(db, undefined, async (tx) => {
    if (timeoutMs > defaultTimeoutMs) await allowIdling(tx, timeoutMs + defaultTimeoutMs)
    const unseen = await recordUnseen(tx, `${bus.service}-${consumer.name}`, deliveries)
    for (const delivery of deliveries) {
      if (!unseen.delete(delivery.envelope.id)) continue
      const started = performance.now()
      await handleOne(bus, tx, consumer, delivery)
      durations.set(delivery, performance.now() - started)
    }
  })
  return durations
}

const allowIdling = <DB>(tx: Transaction<DB>, millis: number) =>
  sql`select set_config('idle_in_transaction_session_timeout', ${String(millis)}, true)`.execute(tx)

async function recordUnseen<DB extends PlatformTables>(
  tx: Transaction<DB>,
  consumer: string,
  deliveries: readonly Delivery[],
): Promise<Set<string>> {
  const ids = deliveries.map(({ envelope }) => envelope.id)
  const { rows } = await sql<{ event_id: string }>`
    insert into inbox (consumer, event_id) select ${consumer}, id from unnest(${ids}::text[]) as id
    on conflict do nothing returning event_id`.execute(tx)
  return new Set(rows.map((row) => row.event_id))
}

function handleOne<DB extends PlatformTables>(
  bus: Bus,
  tx: Transaction<DB>,
  consumer: EventConsumer<DB>,
  { message, envelope }: Delivery,
): Promise<void> {
  const init = {
    name: `event ${envelope.type}`,
    kind: SpanKind.CONSUMER,
    requestId: requestIdOf(message, envelope),
    traceparent: message.headers?.get('traceparent') || undefined,
  }
  const handled = bus.tracing.span(init, () => consumer.handle(tx, envelope))
  return withinTime(handled, consumer.timeoutMs ?? defaultTimeoutMs, consumer.name)
}
