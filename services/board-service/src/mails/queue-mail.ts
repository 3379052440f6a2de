import type { Tx } from '../database.ts'
import type { Deps } from '../deps.ts'
import { claimMails, deferMail, deleteMail, insertMail, type MailRow } from './mails.db.ts'

export interface QueuedMail {
  /** What causes the mail; the same id is sent once. */
  id: string
  orgId: string | null
  recipient: string
  subject: string
  body: string
  replyTo?: string | undefined
}

/** A refusal that another attempt will not change. */
export class HopelessMail extends Error {
  constructor(cause: unknown) {
    super('The provider refuses this mail', { cause })
  }
}

/** What sends a mail; throws when the provider does not take it. */
export type SendMail = (mail: MailRow) => Promise<void>

/** Queues a mail in the transaction of its cause. */
export async function queueMail(deps: Deps, tx: Tx, mail: QueuedMail): Promise<void> {
  await insertMail(tx, {
    id: mail.id,
    org_id: mail.orgId,
    recipient: mail.recipient,
    subject: mail.subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
    body: mail.body,
    reply_to: mail.replyTo ?? null,
    due_at: deps.clock(),
  })
}

const maxAttempts = 12

/** Sends what is due; what fails comes again with growing pauses, for about a day. Returns how many it took. */
export async function sendQueuedMails(deps: Deps, send: SendMail): Promise<number> {
  const now = deps.clock().getTime()
  const mails = await claimMails(deps.db, new Date(now), new Date(now + 300_000), 20)
  for (const mail of mails) {
    try {
      await send(mail)
      await deleteMail(deps.db, mail.id)
    } catch (error) {
      deps.logger.warn({ err: error, mail: mail.id, attempt: mail.attempts }, '[mail] not sent')
      if (error instanceof HopelessMail || mail.attempts >= maxAttempts) await deleteMail(deps.db, mail.id)
      else await deferMail(deps.db, mail.id, new Date(now + Math.min(7_200_000, 10_000 * 2 ** mail.attempts)))
    }
  }
  return mails.length
}
