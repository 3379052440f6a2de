import { createHash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import { getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type HookContext, refuse } from '../../guards/hook-context.ts'
import { deleteSessionOfToken, insertUsedCode } from './used-codes.db.ts'

/** Longer than a code is valid: its own 30 seconds, and the periods before and after. */
const codeLivesSeconds = 300

/** Requests in which a signed-in user confirms a new factor. All other requests are sign-ins. */
const confirming = new WeakSet<Request>()

type SessionSource = Parameters<typeof getSessionFromCtx>[0]

/** Marks a request if a signed-in user sends the code. */
export async function noteConfirmation(context: HookContext): Promise<void> {
  const session = await getSessionFromCtx(context as SessionSource)
  if (session !== null && context.request !== undefined) confirming.add(context.request)
}

const Asked = z.object({ code: z.string() })
const SignedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) })

/**
 * Ends the session if its code has signed the user in before. Otherwise somebody who sees the code
 * could use it again while it is valid. Throws 401.
 */
export async function requireUnusedCode(
  deps: Deps,
  context: HookContext,
  answer: unknown,
): Promise<undefined> {
  const [asked, signedIn] = [Asked.safeParse(context.body), SignedIn.safeParse(answer)]
  if (!asked.success || !signedIn.success) return
  if (context.request !== undefined && confirming.has(context.request)) return
  const { token, user } = signedIn.data
  const codeHash = createHash('sha256').update(`${user.id} ${asked.data.code}`).digest('hex')
  const isFirst = await inTransaction(deps.db, undefined, async (tx) => {
    const isNew = await insertUsedCode(tx, user.id, codeHash, codeLivesSeconds)
    if (!isNew) await deleteSessionOfToken(tx, user.id, token)
    return isNew
  })
  if (!isFirst)
    throw refuse(
      'UNAUTHORIZED',
      'INVALID_CODE',
      'This code was already used. Wait for the next one.',
    )
}
