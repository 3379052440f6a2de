import { newId } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { json } from '../json.ts'
import type { PlatformTables } from '../platform-tables.ts'
import { repairValue } from '../text-repair.ts'
import { markEmitted } from '../transaction.ts'

export interface EmitOptions {
  /** W3C `traceparent` of the cause; by default that of the request or message being handled. */
  trace?: string | undefined
  /** Request id of the cause; by default that of the request or message being handled. */
  requestId?: string | undefined
}

interface OutboxMessage {
  kind: 'event' | 'job'
  type: string
  orgId: string | null
  data: unknown
}

/** The most that one message may carry, as JSON; below what NATS takes by default (1 MiB). */
const maxMessageBytes = 512 * 1024
const subjectToken = /^[\w-]+$/

/** A message as the outbox stores it. */
export interface OutboxEntry {
  id: string
  kind: OutboxMessage['kind']
  type: string
  org_id: string | null
  data: unknown
  trace: string | null
  request_id: string | null
}

/**
 * The entry for a message, with an id of its own and the request or job being handled as its cause. A message that
 * the relay could never publish is refused here, so that the change which depends on it fails instead.
 */
export function outboxEntry(
  { kind, type, orgId, data }: OutboxMessage,
  options: EmitOptions = {},
): OutboxEntry {
  if (orgId !== null && !subjectToken.test(orgId)) throw new Error(`${type}: "${orgId}" is not an org id`)
  const repaired = repairValue(data)
  if (Buffer.byteLength(JSON.stringify(repaired)) > maxMessageBytes) {
    throw new Error(`${type}: a message carries at most ${maxMessageBytes} bytes`)
  }
  const context = currentContext()
  return {
    id: newId('evt'),
    kind,
    type,
    org_id: orgId,
    data: repaired,
    trace: options.trace ?? context?.traceparent ?? null,
    request_id: options.requestId ?? context?.requestId ?? null,
  }
}

/**
 * `insert into outbox …` for these entries, as a part of a statement that writes a batch; `condition` names the rows
 * of the source `entry` that are written. The caller wakes the relay with `wakeOutbox` once the statement has run.
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

/** Writes entries in the transaction of their change, in their order; any number of them. */
export async function emitEntries<T extends PlatformTables>(
  tx: Transaction<T>,
  entries: readonly OutboxEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += entriesOfStatement) {
    await outboxRows(entries.slice(at, at + entriesOfStatement)).execute(tx)
  }
  if (entries.length > 0) markEmitted(tx)
}
