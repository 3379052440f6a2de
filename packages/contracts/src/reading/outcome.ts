import { z } from 'zod'
import { WorkflowFix } from '../workflow/run.ts'

/**
 * The remedy of a failed read: wait, connect the account again, or change the request or the account at the provider.
 * `expired`: the cursor is no longer known there, and a read without it begins anew. `gone`: it has no such thing.
 */
const readFailureClasses = ['retry', 'reconnect', 'blocked', 'expired', 'gone'] as const

export const ReadFailure = z.object({
  class: z.enum(readFailureClasses),
  /** In the provider's words where it gave any; holds no credential. */
  message: z.string(),
  fix: WorkflowFix.nullable(),
  /** For `retry`, where the provider or the account's rate names a wait: seconds. */
  retryAfterSeconds: z.number().int().min(1).optional(),
})
export type ReadFailure = z.infer<typeof ReadFailure>

/** One bounded page of an outside account, or the failure. */
export const readOutcome = <S extends z.ZodType>(page: S) =>
  z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('read'), page }),
    z.object({ outcome: z.literal('failed'), failure: ReadFailure }),
  ])
export type ReadOutcome<P> = { outcome: 'read'; page: P } | { outcome: 'failed'; failure: ReadFailure }

/** The account, and the person with the right to it. */
export const readTarget = {
  /** The run's org; the channel has to be of it. */
  orgId: z.string(),
  /** The reader; the channel is theirs, or shared with the org. */
  actorId: z.string(),
  channelId: z.string().min(1, { error: 'The id of a channel is needed' }).max(200),
}

/** The `next` of the page before; null to begin. */
export const ReadCursor = z.string().max(8_192).nullable()

/** Bytes in base64 in one answer at most, so that it fits into one message of the bus. */
export const maxReadBytes = 384 * 1024

/** The longest call of a reading RPC: several calls of the provider, a renewed token among them. */
export const readTimeoutMs = 60_000
