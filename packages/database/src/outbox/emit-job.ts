import type { JobDefinition } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { type EmitOptions, emitEntries, type OutboxEntry, outboxEntry } from './outbox-rows.ts'

/**
 * A job as the outbox stores it, for `emitEntries`.
 *
 * Throws a `ZodError` when `data` does not fit the job's schema, an `Error` when it exceeds 512 KiB.
 */
export const jobEntry = <S extends z.ZodType>(
  job: JobDefinition<S>,
  data: z.input<S>,
  { orgId = null, ...options }: EmitOptions & { orgId?: string | null } = {},
): OutboxEntry =>
  outboxEntry({ kind: 'job', type: job.subject, orgId, data: job.schema.parse(data) }, options)

/**
 * Queues a job in the transaction that writes the row it is about: the worker receives it only after that has
 * committed. Returns the message's id. Throws as `jobEntry` does.
 */
export async function emitJob<T extends PlatformTables, S extends z.ZodType>(
  tx: Transaction<T>,
  job: JobDefinition<S>,
  data: z.input<S>,
  options?: EmitOptions & { orgId?: string | null },
): Promise<string> {
  const entry = jobEntry(job, data, options)
  await emitEntries(tx, [entry])
  return entry.id
}
