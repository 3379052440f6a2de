import { isDatabaseAway } from '@atrium/database'
import { MailError, type Mailer } from '@atrium/mailer'
import type { Background } from '@atrium/service-kit'
import type { Deps } from '../deps.ts'
import { claimMails, expireMails, postponeMail, type QueuedMail, settleMail } from './mail-queue.db.ts'

const batch = 10
const leaseSeconds = 60
const everyMs = 1_000
const longestPauseSeconds = 3_600

/**
 * Sends what is queued, from any number of replicas. A mail goes out at least once: should the process die
 * between the provider's answer and its record, the same idempotency key is sent again, and the provider
 * delivers it once.
 */
export const mailSender = (deps: Pick<Deps, 'db' | 'logger'>, mailer: Mailer): Background => ({
  name: 'mail',
  everyMs,
  run: (signal) =>
    sendDue(deps, mailer, signal).catch((error: unknown) => {
      // The health of the database is told elsewhere; the queue waits for it.
      if (!isDatabaseAway(error)) throw error
    }),
})

async function sendDue(
  deps: Pick<Deps, 'db' | 'logger'>,
  mailer: Mailer,
  signal: AbortSignal,
): Promise<void> {
  await expireMails(deps.db)
  for (;;) {
    const mails = await claimMails(deps.db, { limit: batch, leaseSeconds })
    await Promise.all(mails.map((mail) => send(deps, mailer, mail, signal)))
    if (mails.length < batch || signal.aborted) return
  }
}

async function send(
  { db, logger }: Pick<Deps, 'db' | 'logger'>,
  mailer: Mailer,
  { key, recipient, subject, text, attempts }: QueuedMail,
  signal: AbortSignal,
): Promise<void> {
  try {
    const receipt = await mailer.send({ to: recipient, subject, text, idempotencyKey: key }, signal)
    await settleMail(db, key, { status: receipt.outcome, reference: receipt.reference })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const failure = error.message
    if (error.retryable) {
      const seconds = Math.max(error.retryAfterSeconds ?? 0, pauseSeconds(attempts))
      await postponeMail(db, key, { seconds, failure })
    } else {
      await settleMail(db, key, { status: 'failed', failure })
    }
    logger.warn({ mail: key.split(':')[0], attempts, failure, retry: error.retryable }, '[email] not sent')
  }
}

/** Seconds until the attempt after the nth: 2, 4, 8 … up to an hour. */
export const pauseSeconds = (attempts: number): number =>
  Math.min(longestPauseSeconds, 2 ** Math.min(attempts, 12))
