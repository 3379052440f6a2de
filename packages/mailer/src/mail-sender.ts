import { backOff, isDatabaseAway, onCommit } from '@atrium/database'
import type { Background, NextRound } from '@atrium/service-kit'
import { Gauge, type Metrics, openCounter } from '@atrium/telemetry'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { MailError } from './mail-error.ts'
import {
  type ClaimedMail,
  claimMails,
  expireMails,
  findWaiting,
  type MailQueueTables,
  postponeMail,
  renewClaim,
  settleMail,
} from './mail-queue.db.ts'
import type { Mail, Mailer } from './mailer.ts'

interface SenderDeps {
  readonly db: Kysely<MailQueueTables>
  readonly logger: Logger
  readonly bus: { readonly metrics: Pick<Metrics, 'registry'> }
}

type Outcome = 'sent' | 'captured' | 'postponed' | 'failed' | 'expired'

/**
 * Completes a mail just before it is sent, for example with a document rendered at that time.
 * Throws `MailError` if the mail cannot be sent, or not yet.
 */
export type ComposeMail = (mail: ClaimedMail) => Promise<ComposedMail>

type ComposedMail = Partial<Omit<Mail, 'idempotencyKey'>> & {
  /** Called once when the mail is sent or will not be sent, for example because the claim was lost. */
  release?: () => void
}

const batch = 10
const shortestPauseMs = 50
/** A claim is not renewed for longer, so endless work cannot keep a mail forever. */
const longestWorkMs = 600_000

interface Sending extends SenderDeps {
  readonly mailer: Mailer
  readonly compose: ComposeMail | undefined
  readonly leaseSeconds: number
  readonly signal: AbortSignal
  readonly meter: ReturnType<typeof createMeter>
}

/**
 * Returns a job to send queued mails. Any number of replicas may run it. A mail is sent at least
 * once: after a crash between the provider's response and its record, the mail is sent again with
 * the same idempotency key, and the provider delivers it once. A temporary failure is retried after
 * 2 s, 4 s, 8 s … up to an hour, or later if the provider asks for it, until the mail expires. A
 * claim lasts `leaseSeconds` and is renewed while the mail is composed, so no other replica sends
 * it.
 */
export const mailSender = (
  deps: SenderDeps,
  mailer: Mailer,
  compose?: ComposeMail,
  { leaseSeconds = 60 } = {},
): Background => {
  const meter = createMeter(deps.bus.metrics)
  return {
    name: 'mail',
    everyMs: 2_000,
    rests: true,
    onWork: (start) => onCommit(deps.db, ['mail'], start),
    run: (signal) =>
      sendDue({ ...deps, mailer, compose, leaseSeconds, signal, meter }).catch((error: unknown) => {
        // The health check reports the database. The queue waits until it is back.
        if (!isDatabaseAway(error)) throw error
        return undefined
      }),
  }
}

function createMeter(metrics: Pick<Metrics, 'registry'>) {
  const mails = openCounter(metrics, {
    name: 'atrium_mails_total',
    help: 'Attempts to send a mail of the queue, and mails that expired in it, by outcome',
    labels: { outcome: ['sent', 'captured', 'postponed', 'failed', 'expired'] satisfies Outcome[] },
  })
  const oldest = new Gauge({
    name: 'atrium_mail_queue_oldest_seconds',
    help: 'Age of the oldest mail that waits to be sent',
    registers: [metrics.registry],
  })
  return {
    count: (outcome: Outcome, mailCount = 1): void => mails.inc({ outcome }, mailCount),
    setOldest: (seconds: number): void => oldest.set(seconds),
  }
}

/**
 * Sends all due mails. Returns when the next one is due, if one waits. A mail that another sender
 * claims at this moment is due for an instant, so a round never follows at once.
 */
async function sendDue(sending: Sending): Promise<NextRound | undefined> {
  const { db, leaseSeconds, signal, meter } = sending
  const before = await findWaiting(db)
  meter.setOldest(before?.age ?? 0)
  if (before === undefined) return undefined
  meter.count('expired', await expireMails(db))
  for (;;) {
    const mails = await claimMails(db, { limit: batch, leaseSeconds })
    await Promise.all(mails.map((mail) => send(sending, mail)))
    if (mails.length < batch || signal.aborted) break
  }
  const after = await findWaiting(db)
  return after && { nextInMs: Math.max(shortestPauseMs, after.dueInMs) }
}

async function send(sending: Sending, claimed: ClaimedMail): Promise<void> {
  const { db, logger, mailer, compose, leaseSeconds, signal, meter } = sending
  const { key, recipient, reply_to, subject, text, html, unsubscribe_url, attempts } = claimed
  let release: (() => void) | undefined
  try {
    const composed = compose && (await composeUnderClaim(sending, claimed, compose))
    const { release: given, ...parts } = composed ?? {}
    release = given
    const mail = {
      to: recipient,
      replyTo: reply_to ?? undefined,
      subject,
      text,
      ...(html === null ? {} : { html }),
      unsubscribeUrl: unsubscribe_url ?? undefined,
      ...parts,
      idempotencyKey: key,
    }
    // Another sender may have claimed the mail, for example because this process was suspended.
    if (!(await renewClaim(db, claimed, leaseSeconds))) {
      logger.warn(
        { mail: key.split(':')[0], attempts },
        '[email] the claim was lost before it was sent',
      )
      return
    }
    const { outcome, reference, refusedRecipients = 0 } = await mailer.send(mail, signal)
    await settleMail(db, key, { status: outcome, reference })
    meter.count(outcome)
    if (refusedRecipients > 0)
      logger.warn(
        { mail: key.split(':')[0], refusedRecipients },
        '[email] the mail server refused some of the recipients',
      )
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const { message: failure, retryable, retryAfterSeconds = 0 } = error
    if (retryable) {
      const seconds = Math.max(retryAfterSeconds, backOff(attempts, 2_000, 3_600_000) / 1_000)
      await postponeMail(db, claimed, { seconds, failure })
    } else await settleMail(db, key, { status: 'failed', failure })
    meter.count(retryable ? 'postponed' : 'failed')
    logger.warn(
      { mail: key.split(':')[0], attempts, failure, retry: retryable },
      '[email] not sent',
    )
  } finally {
    release?.()
  }
}

/** Composes a mail and renews its claim in the meantime. */
async function composeUnderClaim(
  { db, logger, leaseSeconds }: Sending,
  claimed: ClaimedMail,
  compose: ComposeMail,
): ReturnType<ComposeMail> {
  const until = Date.now() + longestWorkMs
  const timer = setInterval(
    () => {
      if (Date.now() > until) return clearInterval(timer)
      renewClaim(db, claimed, leaseSeconds).catch((error: unknown) =>
        logger.warn({ err: error }, '[email] a claim could not be renewed'),
      )
    },
    (leaseSeconds * 1_000) / 3,
  )
  try {
    return await compose(claimed)
  } finally {
    clearInterval(timer)
  }
}
