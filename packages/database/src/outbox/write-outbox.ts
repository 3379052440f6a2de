import { newId } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import type { Transaction } from 'kysely'
import { json } from '../json.ts'
import type { PlatformTables } from '../platform-tables.ts'
import { repairValue } from '../text-repair.ts'
import { markEmitted } from '../transaction.ts'

export interface EmitOptions {
  /** W3C `traceparent` of the cause; that of the request or message being handled unless told. */
  trace?: string | undefined
}

export interface OutboxMessage {
  kind: 'event' | 'job'
  type: string
  orgId: string | null
  data: unknown
}

/** The most that one message may carry, as JSON; below what NATS takes by default (1 MiB). */
export const maxMessageBytes = 512 * 1024
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
    request_id: context?.requestId ?? null,
  }
}

/** Writes one message in the transaction of the change and returns its id. Throws as `outboxEntry` does. */
export async function writeOutbox<T extends PlatformTables>(
  tx: Transaction<T>,
  message: OutboxMessage,
  options: EmitOptions,
): Promise<string> {
  const entry = outboxEntry(message, options)
  // Every schema has this table; the compiler does not see through the type parameter.
  const platform = tx as unknown as Transaction<PlatformTables>
  await platform
    .insertInto('outbox')
    .values({ ...entry, data: json(entry.data) })
    .execute()
  markEmitted(tx)
  return entry.id
}
