import { randomUUID } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { type HookContext, refuse } from '../guards/hook-context.ts'
import { admitMail, secondsToNextMail } from './admit-mail.ts'
import { deleteCounted } from './mails.db.ts'

/** Invitation mails counted in running requests. */
const counted = new WeakMap<Request, { orgId: string; key: string }>()

/** Counts an invitation mail towards the organisation's daily limit. Throws 403, 409 and 429. */
export async function countInvitationMail(
  deps: Deps,
  { request }: HookContext,
  { orgId, email }: { orgId: string; email: string },
): Promise<void> {
  const key = `invitation:${randomUUID()}`
  const { refusal, skipped } = await admitMail(deps, { orgId, key, recipients: [email] })
  if (refusal !== null) {
    const status = refusal.code === 'mail_limit' ? 'TOO_MANY_REQUESTS' : 'FORBIDDEN'
    const wait = refusal.code === 'mail_limit' ? await secondsToNextMail(deps, orgId) : undefined
    throw refuse(status, refusal.code.toUpperCase(), refusal.message, wait)
  }
  if (skipped.length > 0) {
    throw refuse(
      'CONFLICT',
      'RECIPIENT_STOPPED',
      'This address gets no more mails from your organisation. Ask the person for another address.',
    )
  }
  if (request !== undefined) counted.set(request, { orgId, key })
}

/**
 * Takes the count back if the invitation was rejected, for example because the user is a member
 * already.
 */
export async function settleInvitationMail(
  { db }: Pick<Deps, 'db'>,
  request: Request,
  isRefused: boolean,
): Promise<void> {
  const mail = counted.get(request)
  if (mail === undefined) return
  counted.delete(request)
  if (isRefused) await inTransaction(db, undefined, (tx) => deleteCounted(tx, mail.orgId, mail.key))
}
