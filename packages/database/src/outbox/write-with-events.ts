import type { EventDefinition } from '@atrium/contracts'
import { type Kysely, type OperationNodeSource, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { prepared } from '../prepared.ts'
import { markEmitted, wakeOutbox } from '../transaction.ts'
import { type OutboxEntry, outboxEntry } from './outbox-rows.ts'

/** An event that is ready to be written by `writeWithEvents`. */
export interface PreparedEvent {
  readonly entry: OutboxEntry
}

/**
 * An event for `writeWithEvents`. Throws a `ZodError` when `data` does not fit the event's schema, an `Error` when
 * it exceeds 512 KiB.
 */
export const prepareEvent = <S extends z.ZodObject>(
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
): PreparedEvent => ({
  entry: outboxEntry({ kind: 'event', type: event.type, orgId, data: event.schema.parse(data) }),
})

/**
 * Runs a change and writes its events in one statement, which is a transaction of its own unless `db` is one: one
 * round trip where `inTransaction` and `emit` take four. `change` is an insert, update or delete that returns what
 * it touched; when that is nothing (`on conflict do nothing`), nothing is written and the answer is false. The
 * statement stays prepared as `name`, so the text of `change` must always be the same.
 */
export async function writeWithEvents<T extends PlatformTables>(
  db: Kysely<T>,
  name: string,
  change: OperationNodeSource,
  events: readonly [PreparedEvent, ...PreparedEvent[]],
): Promise<boolean> {
  const entries = JSON.stringify(events.map(({ entry }) => entry))
  const { numAffectedRows = 0n } = await sql`${prepared(name)} with change as (${change})
    insert into outbox (id, kind, type, org_id, data, trace, request_id)
    select event.id, event.kind, event.type, event.org_id, event.data, event.trace, event.request_id
    from jsonb_to_recordset(${entries}::jsonb) as event
      (id text, kind text, type text, org_id text, data jsonb, trace text, request_id text)
    where exists (select from change)`.execute(db)
  if (numAffectedRows === 0n) return false
  if (db.isTransaction) markEmitted(db as Transaction<T>)
  else wakeOutbox(db)
  return true
}
