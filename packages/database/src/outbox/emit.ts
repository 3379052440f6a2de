import type { EventDefinition, JobDefinition } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { emitEntries, type OutboxEntry, outboxEntry } from './outbox-rows.ts'

/** The org of a job; null by default. */
export interface JobOptions {
  orgId?: string | null
}

/** An event as the outbox stores it. Throws a `ZodError` for wrong `data`, an `Error` beyond 512 KiB. */
export const eventEntry = <S extends z.ZodObject>(
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
): OutboxEntry => outboxEntry('event', event.type, orgId, event.schema.parse(data))

/** A job as the outbox stores it. Throws as `eventEntry` does. */
export const jobEntry = <S extends z.ZodType>(
  job: JobDefinition<S>,
  data: z.input<S>,
  { orgId = null }: JobOptions = {},
): OutboxEntry => outboxEntry('job', job.subject, orgId, job.schema.parse(data))

/** Writes an event with the change, to publish after the commit; returns its id. Throws as `eventEntry`. */
export const emit = async <T extends PlatformTables, S extends z.ZodObject>(
  tx: Transaction<T>,
  event: EventDefinition<S>,
  orgId: string | null,
  data: z.input<S>,
): Promise<string> => emitOne(tx, eventEntry(event, orgId, data))

/** Queues a job with the transaction's change, delivered after the commit; returns its id. Throws as `eventEntry`. */
export const emitJob = async <T extends PlatformTables, S extends z.ZodType>(
  tx: Transaction<T>,
  job: JobDefinition<S>,
  data: z.input<S>,
  options?: JobOptions,
): Promise<string> => emitOne(tx, jobEntry(job, data, options))

async function emitOne<T extends PlatformTables>(tx: Transaction<T>, entry: OutboxEntry): Promise<string> {
  await emitEntries(tx, [entry])
  return entry.id
}
