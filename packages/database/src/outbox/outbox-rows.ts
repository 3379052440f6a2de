// biome-ignore lint/style/noRestrictedImports: The callers of `emit` never name an event's id.
import { newId } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { json } from '../json.ts'
import type { OutboxRow, PlatformTables } from '../platform-tables.ts'
import { repairValue } from '../text-repair.ts'
import { markWritten } from '../transaction.ts'

/** The maximum bytes of one message as JSON, below NATS's default limit (1 MiB). */
const maxMessageBytes = 512 * 1024
const subjectToken = /^[\w-]+$/

/** A message as the outbox stores it. */
export type OutboxEntry = Omit<OutboxRow, 'seq' | 'occurred_at'>

/**
 * Returns the outbox row of a message, with the current request or job as its cause. Throws if the
 * message could never be published.
 */
export function outboxEntry(
  kind: OutboxRow['kind'],
  type: string,
  orgId: string | null,
  data: unknown,
): OutboxEntry {
  if (orgId !== null && !subjectToken.test(orgId))
    throw new Error(`${type}: "${orgId}" is not an org id`)
  const repaired = repairValue(data)
  if (Buffer.byteLength(JSON.stringify(repaired)) > maxMessageBytes) {
    throw new Error(`${type}: a message carries at most ${maxMessageBytes} bytes`)
  }
  const { traceparent = null, requestId = null } = currentContext() ?? {}
  const cause = { trace: traceparent, request_id: requestId }
  return { id: newId('evt'), kind, type, org_id: orgId, data: repaired, ...cause }
}

/**
 * Returns `insert into outbox …` for these entries, for use inside a statement that writes a batch.
 * `condition` filters the rows of the source `entry`. The caller wakes the relay with `wakeOutbox`
 * after the statement has run.
 */
export const outboxRows = (
  entries: readonly OutboxEntry[],
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<unknown> => sql`
  insert into outbox (id, kind, type, org_id, data, trace, request_id)
  select id, kind, type, org_id, data, trace, request_id
  from jsonb_to_recordset(${json(entries)}) as entry
    (id text, kind text, type text, org_id text, data jsonb, trace text, request_id text)
  where ${condition}`

const entriesOfStatement = 1_000
// For few entries, plain values take less of PostgreSQL's processor time than a record set.
const fewEntries = 10

const fewOutboxRows = (entries: readonly OutboxEntry[]): RawBuilder<unknown> => sql`
  insert into outbox (id, kind, type, org_id, data, trace, request_id)
  values ${sql.join(
    entries.map(
      ({ id, kind, type, org_id, data, trace, request_id }) =>
        sql`(${id}, ${kind}, ${type}, ${org_id}, ${json(data)}, ${trace}, ${request_id})`,
    ),
  )}`

/** Writes entries in order, in their change's transaction. */
export async function emitEntries<T extends PlatformTables>(
  tx: Transaction<T>,
  entries: readonly OutboxEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += entriesOfStatement) {
    const batch = entries.slice(at, at + entriesOfStatement)
    await (batch.length <= fewEntries ? fewOutboxRows(batch) : outboxRows(batch)).execute(tx)
  }
  if (entries.length > 0)
    markWritten(
      tx,
      entries.map(({ kind }) => kind),
    )
}
