import type { OutboxRow, PlatformTables } from '@atrium/database'
import { headers } from '@nats-io/nats-core'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Bus } from './bus.ts'

const publishTimeoutMs = 2_000

export interface RelayBatch {
  schema: string
  /** Rows at most. */
  limit: number
  /** Whether to look for a row first: right when most likely there is none. */
  probe: boolean
}

/**
 * Publishes the oldest rows and deletes them in one transaction that only one replica holds at a time. Returns
 * how many went; throws when JetStream did not take some, with those that it took deleted.
 */
export async function relayBatch(
  bus: Bus,
  db: Kysely<PlatformTables>,
  { schema, limit, probe }: RelayBatch,
): Promise<number> {
  if (probe) {
    const first = await db.selectFrom('outbox').select('seq').orderBy('seq').limit(1).executeTakeFirst()
    if (first === undefined) {
      bus.metrics.outboxAge.set(0)
      return 0
    }
  }
  const { failure, gone } = await db.transaction().execute(async (tx) => {
    const rows = await claimOldest(tx, schema, limit)
    const oldest = rows[0]
    if (oldest === undefined) return { failure: undefined, gone: 0 }
    bus.metrics.outboxAge.set(Math.max(0, (Date.now() - oldest.occurred_at.getTime()) / 1000))
    const results = await publishAll(bus, rows)
    await keepRefused(bus, tx, results.refused)
    await deleteRows(tx, [...results.sent, ...results.refused.map(({ row }) => row)])
    return { failure: results.failure, gone: rows.length }
  })
  if (failure !== undefined) throw failure.error
  return gone
}

async function claimOldest(
  tx: Transaction<PlatformTables>,
  schema: string,
  limit: number,
): Promise<OutboxRow[]> {
  const lock = await sql<{
    ok: boolean
  }>`select pg_try_advisory_xact_lock(hashtext(${`${schema}.outbox`})) as ok`.execute(tx)
  if (lock.rows[0]?.ok !== true) return []
  return tx.selectFrom('outbox').selectAll().orderBy('seq').limit(limit).execute()
}

interface Refused {
  row: OutboxRow
  reason: string
}

interface PublishResults {
  sent: OutboxRow[]
  /** Rows that no attempt can publish. */
  refused: Refused[]
  failure: { error: unknown } | undefined
}

async function publishAll(bus: Bus, rows: readonly OutboxRow[]): Promise<PublishResults> {
  const results: PublishResults = { sent: [], refused: [], failure: undefined }
  await Promise.all(
    rows.map(async (row) => {
      const payload = payloadOf(row)
      const reason = refusalOf(bus, row, payload)
      if (reason !== undefined) results.refused.push({ row, reason })
      else {
        await publish(bus, row, payload).then(
          () => results.sent.push(row),
          (error: unknown) => {
            results.failure ??= { error }
          },
        )
      }
    }),
  )
  return results
}

const payloadOf = (row: OutboxRow): string =>
  JSON.stringify({
    id: row.id,
    type: row.type,
    orgId: row.org_id,
    occurredAt: row.occurred_at.toISOString(),
    data: row.data,
  })

const subjectOf = (bus: Bus, row: OutboxRow): string =>
  bus.subject(row.kind === 'job' ? `jobs.${row.type}` : `events.${row.org_id ?? '_'}.${row.type}`)

const headerRoom = 4_096

function refusalOf(bus: Bus, row: OutboxRow, payload: string): string | undefined {
  if (!/^[\w-]+(\.[\w-]+)+$/.test(subjectOf(bus, row))) return 'Its subject is not valid'
  const limit = bus.nc.info?.max_payload ?? 1_048_576
  return Buffer.byteLength(payload) > limit - headerRoom ? 'It is larger than the server takes' : undefined
}

async function publish(bus: Bus, row: OutboxRow, payload: string): Promise<void> {
  const head = headers()
  if (row.trace !== null) head.set('traceparent', row.trace)
  if (row.request_id !== null) head.set('x-request-id', row.request_id)
  await bus.js.publish(subjectOf(bus, row), payload, {
    msgID: row.id,
    headers: head,
    timeout: publishTimeoutMs,
  })
}

async function keepRefused(
  bus: Bus,
  tx: Transaction<PlatformTables>,
  refused: readonly Refused[],
): Promise<void> {
  for (const { row, reason } of refused) {
    await tx
      .insertInto('dead_letters')
      .values({
        consumer: 'outbox',
        subject: subjectOf(bus, row),
        message_id: row.id,
        payload: payloadOf(row),
        reason,
        deliveries: 0,
      })
      .execute()
    bus.metrics.deadLetters.inc({ consumer: 'outbox' })
    bus.logger.error({ id: row.id, type: row.type, reason }, '[outbox] message set aside')
  }
}

async function deleteRows(tx: Transaction<PlatformTables>, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  const seqs = rows.map((row) => row.seq)
  await sql`delete from outbox where seq = any(${seqs}::bigint[])`.execute(tx)
}
