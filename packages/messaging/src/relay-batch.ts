import { executePrepared, type OutboxRow, type PlatformTables } from '@atrium/database'
import { headers, type MsgHdrs } from '@nats-io/nats-core'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Bus } from './bus.ts'
import { writeDeadLetter } from './dead-letters.ts'

const publishTimeoutMs = 2_000

/** The name of the outbox among the consumers of dead letters. */
export const outboxConsumer = 'outbox'

/**
 * Publishes and deletes the oldest rows in one transaction. Returns their number, or undefined if
 * another replica is at work. Throws if JetStream refused some.
 */
export async function relayBatch(
  bus: Bus,
  db: Kysely<PlatformTables>,
  { schema, limit }: { schema: string; limit: number },
): Promise<number | undefined> {
  const { failure, count } = await db.transaction().execute(async (tx) => {
    const rows = await claimOldest(tx, schema, limit)
    if (rows === undefined || rows.length === 0) return { failure: undefined, count: rows?.length }
    setAge(bus, rows[0])
    const results = await publishRows(bus, rows)
    for (const { row, reason } of results.refused)
      await writeDeadLetter(bus, tx, toDeadLetter(bus, row, reason))
    await deleteRows(tx, [...results.sent, ...results.refused.map(({ row }) => row)])
    return { failure: results.failure, count: rows.length }
  })
  if (failure !== undefined) throw failure
  if (count !== undefined && count < limit) setAge(bus, undefined)
  return count
}

/** Sets the metric for the oldest row's age. Returns true if there is a row. */
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

function setAge(bus: Bus, oldest: Pick<OutboxRow, 'occurred_at'> | undefined): void {
  const age = oldest === undefined ? 0 : Date.now() - oldest.occurred_at.getTime()
  bus.metrics.outboxAge.set(Math.max(0, age / 1000))
}

const columns = [
  'seq',
  'id',
  'kind',
  'type',
  'org_id',
  'data',
  'trace',
  'request_id',
  'occurred_at',
] as const

/** Returns the oldest rows, or undefined if another replica holds the lock. */
async function claimOldest(
  tx: Transaction<PlatformTables>,
  schema: string,
  limit: number,
): Promise<OutboxRow[] | undefined> {
  // The deletion need not reach the disk, because after a crash a restored row is published again
  // with the same id.
  const lock = sql<{ ok: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`${schema}.outbox`})) as ok,
      set_config('synchronous_commit', 'off', true)`
  const [locked] = await executePrepared(tx, lock)
  if (locked?.ok !== true) return undefined
  return executePrepared(tx, tx.selectFrom('outbox').select(columns).orderBy('seq').limit(limit))
}

/**
 * Publishes rows in order. Returns the accepted rows, the rows that JetStream can never accept, and
 * the first failure.
 */
async function publishRows(bus: Bus, rows: readonly OutboxRow[]) {
  const sent: OutboxRow[] = []
  const refused: { row: OutboxRow; reason: string }[] = []
  let failure: unknown
  await Promise.all(
    rows.map(async (row) => {
      const reason = findRefusal(bus, row)
      if (reason !== undefined) return void refused.push({ row, reason })
      const options = { headers: toHeaders(row), timeout: publishTimeoutMs }
      await bus.js.publish(toSubject(bus, row), toPayload(row), options).then(
        () => sent.push(row),
        (error: unknown) => (failure ??= error),
      )
    }),
  )
  return { sent, refused, failure }
}

// Leaves out a cause if it does not fit into a header.
const isHeaderValue = (text: string | null): text is string =>
  text !== null && /^[\x21-\x7e]{1,200}$/.test(text)

function toHeaders(row: OutboxRow): MsgHdrs {
  const head = headers()
  head.set('Nats-Msg-Id', row.id)
  if (isHeaderValue(row.trace)) head.set('traceparent', row.trace)
  if (isHeaderValue(row.request_id)) head.set('x-request-id', row.request_id)
  return head
}

const toPayload = (row: OutboxRow): string =>
  JSON.stringify({
    id: row.id,
    type: row.type,
    orgId: row.org_id,
    occurredAt: row.occurred_at.toISOString(),
    data: row.data,
  })

const toSubject = (bus: Bus, row: OutboxRow): string =>
  bus.subject(row.kind === 'job' ? `jobs.${row.type}` : `events.${row.org_id ?? '_'}.${row.type}`)

const headerRoom = 4_096

function findRefusal(bus: Bus, row: OutboxRow): string | undefined {
  if (!/^[\w-]+(\.[\w-]+)+$/.test(toSubject(bus, row))) return 'Its subject is not valid'
  const room = (bus.nc.info?.max_payload ?? 1_048_576) - headerRoom
  return Buffer.byteLength(toPayload(row)) > room ? 'It is larger than the server takes' : undefined
}

const toDeadLetter = (bus: Bus, row: OutboxRow, reason: string) => ({
  consumer: outboxConsumer,
  subject: toSubject(bus, row),
  message_id: row.id,
  payload: toPayload(row),
  reason,
  deliveries: 0,
})

async function deleteRows(
  tx: Transaction<PlatformTables>,
  rows: readonly OutboxRow[],
): Promise<void> {
  if (rows.length === 0) return
  const seqs = rows.map((row) => row.seq)
  await executePrepared(tx, sql`delete from outbox where seq = any(${seqs}::bigint[])`)
}
