import { backOff, isDatabaseAway } from '@atrium/database'
import type { Background } from '@atrium/service-kit'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { MailError } from './mail-error.ts'
import {
  type ClaimedMail,
  claimMails,
  expireMails,
  type MailQueueTables,
  postponeMail,
  settleMail,
} from './mail-queue.db.ts'
import type { Mail, Mailer } from './mailer.ts'

interface SenderDeps {
  readonly db: Kysely<MailQueueTables>
  readonly logger: Logger
}

/**
 * Completes a mail just before it is sent, for example with a document that is drawn then. Throws `MailError` if the mail
 * cannot be sent, or not yet.
 */
export type ComposeMail = (mail: ClaimedMail) => Promise<Partial<Omit<Mail, 'idempotencyKey'>>>

const batch = 10
const leaseSeconds = 60

/**
 * Sends queued mails from any number of replicas. A mail is sent at least once: after a crash between the provider's
 * answer and its record the same idempotency key is sent again, and the provider delivers it once. A refusal that may
 * pass is retried after 2 s, 4 s, 8 s … an hour, or later where the provider asks, until the mail expires.
 */
export const mailSender = (deps: SenderDeps, mailer: Mailer, compose?: ComposeMail): Background => ({
  name: 'mail',
  everyMs: 1_000,
  run: (signal) =>
    sendDue(deps, mailer, compose, signal).catch((error: unknown) => {
      // Health reports the database; the queue waits for it.
      if (!isDatabaseAway(error)) throw error
    }),
})

async function sendDue(
  deps: SenderDeps,
  mailer: Mailer,
  compose: ComposeMail | undefined,
  signal: AbortSignal,
): Promise<void> {
  await expireMails(deps.db)
  for (;;) {
    const mails = await claimMails(deps.db, { limit: batch, leaseSeconds })
    await Promise.all(mails.map((mail) => send(deps, mailer, compose, mail, signal)))
    if (mails.length < batch || signal.aborted) return
  }
}

async function send(
  { db, logger }: SenderDeps,
  mailer: Mailer,
  compose: ComposeMail | undefined,
  claimed: ClaimedMail,
  signal: AbortSignal,
): Promise<void> {
  const { key, recipient, reply_to, subject, text, unsubscribe_url, attempts } = claimed
  try {
    const mail = {
      to: recipient,
      replyTo: reply_to ?? undefined,
      subject,
      text,
      unsubscribeUrl: unsubscribe_url ?? undefined,
      ...(await compose?.(claimed)),
      idempotencyKey: key,
    }
    const { outcome, reference } = await mailer.send(mail, signal)
    await settleMail(db, key, { status: outcome, reference })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const { message: failure, retryable, retryAfterSeconds = 0 } = error
    if (retryable) {
      const seconds = Math.max(retryAfterSeconds, backOff(attempts, 2_000, 3_600_000) / 1_000)
      await postponeMail(db, key, { seconds, failure })
    } else await settleMail(db, key, { status: 'failed', failure })
    logger.warn({ mail: key.split(':')[0], attempts, failure, retry: retryable }, '[email] not sent')
  }
}
