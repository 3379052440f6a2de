import { z } from 'zod'
import { defineRpc, type RpcDefinition } from '../core/messages.ts'
import { WorkflowFix } from '../workflow/run.ts'

/**
 * What helps after a failed read. `expired`: the cursor has expired. `gone`: the provider has no
 * such record.
 */
const readFailureClasses = ['retry', 'reconnect', 'blocked', 'expired', 'gone'] as const

export const ReadFailure = z.object({
  class: z.enum(readFailureClasses),
  /** The provider's message if there is one. Contains no credential. */
  message: z.string(),
  fix: WorkflowFix.nullable(),
  /** Seconds to wait for `retry`, if the provider or the account's rate limit names a time. */
  retryAfterSeconds: z.number().int().min(1).optional(),
})
export type ReadFailure = z.infer<typeof ReadFailure>

/** Declares a read result: one bounded page from an external account, or the failure. */
const readOutcome = <S extends z.ZodType>(page: S) =>
  z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('read'), page }),
    z.object({ outcome: z.literal('failed'), failure: ReadFailure }),
  ])
export type ReadOutcome<P> =
  | { outcome: 'read'; page: P }
  | { outcome: 'failed'; failure: ReadFailure }

/** The account, and the user with access to it. */
const readTarget = {
  /** The run's organisation. The channel must belong to it. */
  orgId: z.string(),
  /** The reading member. The channel must be theirs or shared with the organisation. */
  actorId: z.string(),
  channelId: z.string().min(1, { error: 'Choose an account' }).max(200),
}

/** The limit for one response in bytes (before base64), so it fits into one bus message. */
export const maxReadBytes = 384 * 1024

/** The next page's cursor. Null after the last page. */
export const ReadCursor = z.string().max(8_192).nullable()

/** The previous page's `next`. Null starts at the beginning. */
export const cursor = ReadCursor.default(null)

/** Some bytes of a file, and where the next part begins. */
export const partOfFile = {
  /** Base64. */
  bytes: z.string().max(Math.ceil(maxReadBytes / 3) * 4),
  size: z.number().int(),
  next: z.number().int().nullable(),
}

/** Declares a connect RPC for one page from an account. */
export const readRpc = <const A extends z.ZodRawShape, const P extends z.ZodRawShape>({
  asked,
  page,
  ...named
}: Pick<RpcDefinition, 'subject' | 'description'> & { asked: A; page: P }) =>
  defineRpc({
    ...named,
    input: z.object({ ...readTarget, ...asked }),
    output: readOutcome(z.object(page)),
    // One call may need several provider calls, for example to renew a token.
    timeoutMs: 60_000,
  })
