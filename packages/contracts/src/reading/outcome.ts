import { z } from 'zod'
import { defineRpc, type RpcDefinition } from '../core/messages.ts'
import { WorkflowFix } from '../workflow/run.ts'

/** The remedy of a failed read. `expired`: the cursor has ended. `gone`: the provider has no such thing. */
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
const readOutcome = <S extends z.ZodType>(page: S) =>
  z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('read'), page }),
    z.object({ outcome: z.literal('failed'), failure: ReadFailure }),
  ])
export type ReadOutcome<P> = { outcome: 'read'; page: P } | { outcome: 'failed'; failure: ReadFailure }

/** The account, and the person with the right to it. */
const readTarget = {
  /** The run's org; the channel has to be of it. */
  orgId: z.string(),
  /** The reader; the channel is theirs, or shared with the org. */
  actorId: z.string(),
  channelId: z.string().min(1, { error: 'The id of a channel is needed' }).max(200),
}

/** Bytes in base64 in one answer at most, so that it fits into one message of the bus. */
export const maxReadBytes = 384 * 1024

/** The cursor of the next page; null after the last one. */
export const ReadCursor = z.string().max(8_192).nullable()

/** The `next` of the page before; null to begin. */
export const cursor = ReadCursor.default(null)

/** A part of the bytes of a file, and where the next one begins. */
export const partOfFile = {
  /** In base64. */
  bytes: z.string().max(Math.ceil(maxReadBytes / 3) * 4),
  size: z.number().int(),
  next: z.number().int().nullable(),
}

/** Declares a call of connect that answers one page of an account. */
export const readRpc = <const A extends z.ZodRawShape, const P extends z.ZodRawShape>({
  asked,
  page,
  ...named
}: Pick<RpcDefinition, 'subject' | 'description'> & { asked: A; page: P }) =>
  defineRpc({
    ...named,
    input: z.object({ ...readTarget, ...asked }),
    output: readOutcome(z.object(page)),
    // Several calls of the provider, a renewed token among them.
    timeoutMs: 60_000,
  })
