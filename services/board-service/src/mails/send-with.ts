import { MailError, type Mailer } from '@atrium/mailer'
import type { MailRow } from './mails.db.ts'
import { HopelessMail, type SendMail } from './queue-mail.ts'

/** Sends queued mails with the platform's mailer; the row's id keeps the provider from sending one twice. */
export const sendWith =
  (mailer: Mailer): SendMail =>
  async (mail: MailRow) => {
    try {
      await mailer.send({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        replyTo: mail.reply_to ?? undefined,
        idempotencyKey: mail.id,
      })
    } catch (error) {
      if (error instanceof MailError && !error.retryable) throw new HopelessMail(error)
      throw error
    }
  }
