import type { OutboxRow, PlatformTables } from '@atrium/database'
import { headers } from '@nats-io/nats-core'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Bus } from './bus.ts'
import { writeDeadLetter } from './dead-letters.ts'
import { type Outgoing, publishAll } from './publish-all.ts'

const publishTimeoutMs = 2_000

export interface RelayBatch {
  schema: string
  /** Rows at most. */
  limit: number
  /** Looks for a row before it opens a transaction; for calls that find none most of the time. */
  probe: boolean
}

/**
 * Publishes the oldest rows and deletes them in one transaction, which one replica holds at a time. Returns how many;
 * throws when JetStream refused some, after the deletion of those that it took.
 */
export async function relayBatch(
  bus: Bus,
  db: Kysely<PlatformTables>,
  { schema, limit, probe }: RelayBatch,
): Promise<number> {
  if (probe && !(await measureAge(bus, db))) return 0
  const { failure, count } = await db.transaction().execute(async (tx) => {
    const rows = await claimOldest(tx, schema, limit)
    const [oldest] = rows
    if (oldest === undefined) return { failure: undefined, count: 0 }
    setAge(bus, oldest)
    const results = await publishRows(bus, rows)
    for (const { row, reason } of results.refused) await writeDeadLetter(bus, tx, letterOf(bus, row, reason))
    await deleteRows(tx, [...results.sent, ...results.refused.map(({ row }) => row)])
    return { failure: results.failure, count: rows.length }
  })
  if (failure !== undefined) throw failure
  return count
}

/** Sets the metric of the oldest row's age; returns whether there is one. */
export async function measureAge(bus: Bus, db: Kysely<PlatformTables>): Promise<boolean> {
  const oldest = await db
    .selectFrom('outbox')
    .select('occurred_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  setAge(bus, oldest)
  return oldest !== undefined
}

const setAge = (bus: Bus, oldest: Pick<OutboxRow, 'occurred_at'> | undefined): void =>
  bus.metrics.outboxAge.set(
    oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest.occurred_at.getTime()) / 1000),
  )

async function claimOldest(
  tx: Transaction<PlatformTables>,
  schema: string,
  limit: number,
): Promise<OutboxRow[]> {
  // The deletion need not reach the disk: a row that a crash brings back is published again under the same id.
  const lock = await sql<{ ok: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`${schema}.outbox`})) as ok,
      set_config('synchronous_commit', 'off', true)`.execute(tx)
  if (lock.rows[0]?.ok !== true) return []
  return tx.selectFrom('outbox').selectAll().orderBy('seq').limit(limit).execute()
}

/** Publishes rows. Returns those that JetStream took, those that it can never take, and the first failure. */
async function publishRows(bus: Bus, rows: readonly OutboxRow[]) {
  const prepared = rows.map((row) => {
    const message = messageOf(bus, row)
    return { row, message, reason: refusalOf(bus, message) }
  })
  const refused = prepared.flatMap(({ row, reason }) => (reason === undefined ? [] : [{ row, reason }]))
  const possible = prepared.filter(({ reason }) => reason === undefined)
  const messages = possible.map(({ message }) => message)
  const failures = await publishAll(bus, messages, publishTimeoutMs)
  const sent = possible.filter((_, index) => failures[index] === undefined).map(({ row }) => row)
  return { sent, refused, failure: failures.find((failure) => failure !== undefined) }
}

// A cause that does not fit into a header is left out.
const isHeaderValue = (text: string | null): text is string =>
  text !== null && /^[\x21-\x7e]{1,200}$/.test(text)

function messageOf(bus: Bus, row: OutboxRow): Outgoing {
  const head = headers()
  head.set('Nats-Msg-Id', row.id)
  if (isHeaderValue(row.trace)) head.set('traceparent', row.trace)
  if (isHeaderValue(row.request_id)) head.set('x-request-id', row.request_id)
  return { subject: subjectOf(bus, row), payload: payloadOf(row), headers: head }
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

function refusalOf(bus: Bus, { subject, payload }: Outgoing): string | undefined {
  if (!/^[\w-]+(\.[\w-]+)+$/.test(subject)) return 'Its subject is not valid'
  const limit = bus.nc.info?.max_payload ?? 1_048_576
  return Buffer.byteLength(payload) > limit - headerRoom ? 'It is larger than the server takes' : undefined
}

const letterOf = (bus: Bus, row: OutboxRow, reason: string) => ({
  consumer: 'outbox',
  subject: subjectOf(bus, row),
  message_id: row.id,
  payload: payloadOf(row),
  reason,
  deliveries: 0,
})

async function deleteRows(tx: Transaction<PlatformTables>, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  const seqs = rows.map((row) => row.seq)
  await sql`delete from outbox where seq = any(${seqs}::bigint[])`.execute(tx)
}
