import type { JobDefinition } from '@atrium/contracts'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { PlatformTables } from '../platform-tables.ts'
import { type EmitOptions, writeOutbox } from './write-outbox.ts'

/**
 * Queues a job in the transaction that writes the row it is about: the worker hears of it once that has
 * committed, and only then. Returns the message's id.
 *
 * Throws a `ZodError` when `data` does not fit the job's schema, an `Error` when it exceeds 512 KiB.
 */
export async function emitJob<T extends PlatformTables, S extends z.ZodType>(
  tx: Transaction<T>,
  job: JobDefinition<S>,
  data: z.input<S>,
  options: EmitOptions & { orgId?: string } = {},
): Promise<string> {
  return writeOutbox(
    tx,
    { kind: 'job', type: job.subject, orgId: options.orgId ?? null, data: job.schema.parse(data) },
    options,
  )
}
