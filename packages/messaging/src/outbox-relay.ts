import { type OutboxRow, onOutbox, type PlatformTables } from '@atrium/database'
import { headers } from '@nats-io/nats-core'
import { type Kysely, sql } from 'kysely'
import type { Bus } from './bus.ts'

export interface OutboxRelayOptions {
  db: Kysely<PlatformTables>
  bus: Bus
  /** The schema whose outbox this is; one relay per schema works at a time across replicas. */
  schema: string
  /** How often to look without being woken, in milliseconds; 250 unless told. */
  pollMs?: number
  /** Events published per transaction; 500 unless told. */
  batch?: number
}

export interface OutboxRelay {
  stop(): Promise<void>
}

/**
 * Publishes committed outbox rows to the stream `EVENTS` in the order they were written, the row's id as
 * message id, and deletes them. Woken by commits of this process, else by polling. What is not acknowledged by
 * JetStream stays and is sent again: consumers see every event at least once.
 */
export function startOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { db, bus } = options
  let stopped = false
  let wake: () => void = () => {}
  let pending = false
  const unsubscribe = onOutbox(db, () => {
    pending = true
    wake()
  })
  const pause = (millis: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, millis)
      function done(): void {
        clearTimeout(timer)
        wake = () => {}
        resolve()
      }
      wake = done
      if (stopped) done()
    })

  const run = async (): Promise<void> => {
    let failures = 0
    while (!stopped) {
      pending = false
      try {
        const sent = await relayBatch(options)
        failures = 0
        if (sent === 0 && !pending && !stopped) await pause(options.pollMs ?? 250)
      } catch (error) {
        failures += 1
        if (failures === 1) bus.logger.warn({ err: error }, '[outbox] cannot publish, trying again')
        await pause(Math.min(5_000, 100 * 2 ** Math.min(failures, 6)))
      }
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      unsubscribe()
      wake()
      await running
    },
  }
}

async function relayBatch({ db, bus, schema, batch = 500 }: OutboxRelayOptions): Promise<number> {
  const first = await db.selectFrom('outbox').select('seq').limit(1).execute()
  if (first.length === 0) {
    bus.metrics.outboxAge.set(0)
    return 0
  }
  return db.transaction().execute(async (tx) => {
    const lock = await sql<{
      ok: boolean
    }>`select pg_try_advisory_xact_lock(hashtext(${`${schema}.outbox`})) as ok`.execute(tx)
    if (lock.rows[0]?.ok !== true) return 0
    const rows = await tx.selectFrom('outbox').selectAll().orderBy('seq').limit(batch).execute()
    const oldest = rows[0]
    if (oldest === undefined) return 0
    bus.metrics.outboxAge.set(Math.max(0, (Date.now() - oldest.occurred_at.getTime()) / 1000))
    await Promise.all(rows.map((row) => publish(bus, row)))
    await tx
      .deleteFrom('outbox')
      .where(
        'seq',
        'in',
        rows.map((row) => row.seq),
      )
      .execute()
    return rows.length
  })
}

async function publish(bus: Bus, row: OutboxRow): Promise<void> {
  const head = headers()
  if (row.trace !== null) head.set('traceparent', row.trace)
  await bus.js.publish(
    bus.subject(`events.${row.org_id ?? '_'}.${row.type}`),
    JSON.stringify({
      id: row.id,
      type: row.type,
      orgId: row.org_id,
      occurredAt: row.occurred_at.toISOString(),
      data: row.data,
    }),
    { msgID: row.id, headers: head, timeout: 5_000 },
  )
}
