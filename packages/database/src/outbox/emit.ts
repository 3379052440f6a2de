import type { EventDefinition, JobDefinition } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { emitEntries, type OutboxEntry, outboxEntry } from './outbox-rows.ts'

/** The job's organisation. Defaults to null. */
export interface JobOptions {
  orgId?: string | null
}

/**
 * Returns an event's outbox row. Throws a `ZodError` if `data` does not fit the schema, and an
 * `Error` beyond 512 KiB.
 */
export const eventEntry = <S extends z.ZodObject>(
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
): OutboxEntry => outboxEntry('event', event.type, orgId, event.schema.parse(data))

/** Returns a job's outbox row. Throws the same errors as `eventEntry`. */
export const jobEntry = <S extends z.ZodType>(
  job: JobDefinition<S>,
  data: z.input<S>,
  { orgId = null }: JobOptions = {},
): OutboxEntry => outboxEntry('job', job.subject, orgId, job.schema.parse(data))

/**
 * Writes an event in its change's transaction. The event is published after the commit. Returns its
 * id. Throws the same errors as `eventEntry`.
 */
export const emit = async <T extends PlatformTables, S extends z.ZodObject>(
  tx: Transaction<T>,
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
): Promise<string> => emitOne(tx, eventEntry(event, orgId, data))

/**
 * Queues a job in its change's transaction. The job is delivered after the commit. Returns its id.
 * Throws the same errors as `eventEntry`.
 */
export const emitJob = async <T extends PlatformTables, S extends z.ZodType>(
  tx: Transaction<T>,
  job: JobDefinition<S>,
  data: z.input<S>,
  options?: JobOptions,
): Promise<string> => emitOne(tx, jobEntry(job, data, options))

async function emitOne<T extends PlatformTables>(
  tx: Transaction<T>,
  entry: OutboxEntry,
): Promise<string> {
  await emitEntries(tx, [entry])
  return entry.id
}
