import { newId } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import { sql, type Transaction } from 'kysely'
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

/**
 * Writes one row in the transaction of the change and returns its id. A message that the relay could never
 * publish is refused here, so that the change which depends on it fails instead.
 */
export async function writeOutbox<T extends PlatformTables>(
  tx: Transaction<T>,
  { kind, type, orgId, data }: OutboxMessage,
  options: EmitOptions,
): Promise<string> {
  if (orgId !== null && !subjectToken.test(orgId)) throw new Error(`${type}: "${orgId}" is not an org id`)
  const text = JSON.stringify(repairValue(data))
  if (Buffer.byteLength(text) > maxMessageBytes) {
    throw new Error(`${type}: a message carries at most ${maxMessageBytes} bytes`)
  }
  const id = newId('evt')
  const context = currentContext()
  await (tx as unknown as Transaction<PlatformTables>)
    .insertInto('outbox')
    .values({
      id,
      kind,
      type,
      org_id: orgId,
      data: sql`${text}::jsonb`,
      trace: options.trace ?? context?.traceparent ?? null,
      request_id: context?.requestId ?? null,
    })
    .execute()
  markEmitted(tx)
  return id
}
