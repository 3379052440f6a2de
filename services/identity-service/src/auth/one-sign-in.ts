import { createHash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import { getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, refuse } from '../guards/hook-context.ts'
import { deleteSessionOfToken, insertUsedCode } from './used-codes.db.ts'

/** A code counts for its period of 30 seconds and for the one before and after it. */
const codeLivesSeconds = 300

/** Requests that confirm a factor of a signed-in user; every other one signs in. */
const confirming = new WeakSet<Request>()

type SessionSource = Parameters<typeof getSessionFromCtx>[0]

/** Notes whether a code is asked for by somebody who is signed in already. */
export async function noteConfirmation(context: HookContext): Promise<void> {
  const session = await getSessionFromCtx(context as SessionSource)
  if (session !== null && context.request !== undefined) confirming.add(context.request)
}

const Asked = z.object({ code: z.string() })
const SignedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) })

/**
 * Ends the session of a code that has signed somebody in before: who reads it over a shoulder could use it again within
 * its time. Throws 401.
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
  if (!isFirst) throw refuse('UNAUTHORIZED', 'INVALID_CODE', 'This code was used. Wait for the next one.')
}
