import { inTransaction, type PlatformTables } from '@atrium/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Bus } from '../bus.ts'
import { type Handled, traced } from '../message.ts'
import type { EventConsumer } from './event-consumer.ts'

// Just below PostgreSQL's idle transaction timeout, set by `createDatabase`.
const defaultTimeoutMs = 50_000

/** Handles this consumer's new events in one transaction. Returns milliseconds by event id. */
export async function applyBatch<D extends Handled>(
  bus: Bus,
  db: Kysely<PlatformTables>,
  consumer: EventConsumer,
  deliveries: readonly D[],
): Promise<Map<D, number>> {
  const durations = new Map<D, number>()
  const { name, timeoutMs = defaultTimeoutMs } = consumer
  await inTransaction(db, undefined, async (tx) => {
    if (timeoutMs > defaultTimeoutMs) await allowIdling(tx, timeoutMs + defaultTimeoutMs)
    const ids = await recordNew(tx, `${bus.service}-${name}`, deliveries)
    const fresh = deliveries.filter(({ envelope }) => ids.delete(envelope.id))
    const groups = consumer.handleAll === undefined ? fresh.map((one) => [one]) : [fresh]
    for (const group of groups) {
      const [first] = group
      if (first === undefined) continue
      const { envelope } = first
      const started = performance.now()
      const handled = traced(bus, `event ${envelope.type}`, first, () =>
        consumer.handleAll === undefined
          ? consumer.handle(tx, envelope)
          : consumer.handleAll(
              tx,
              group.map((one) => one.envelope),
            ),
      )
      await withTimeout(handled, timeoutMs, name)
      const millis = (performance.now() - started) / group.length
      for (const delivery of group) durations.set(delivery, millis)
    }
  })
  return durations
}

const allowIdling = (tx: Transaction<PlatformTables>, millis: number) =>
  sql`select set_config('idle_in_transaction_session_timeout', ${String(millis)}, true)`.execute(tx)

async function recordNew(
  tx: Transaction<PlatformTables>,
  consumer: string,
  deliveries: readonly Handled[],
): Promise<Set<string>> {
  const ids = deliveries.map(({ envelope }) => envelope.id)
  const { rows } = await sql<{ event_id: string }>`
    insert into inbox (consumer, event_id) select ${consumer}, id from unnest(${ids}::text[]) as id
    on conflict do nothing returning event_id`.execute(tx)
  return new Set(rows.map((row) => row.event_id))
}

// The work continues after the timeout, but its transaction rejects further statements.
async function withTimeout(work: Promise<void>, millis: number, name: string): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new Error(`${name} took longer than ${millis} ms`)),
    millis,
  )
  await Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer))
}
