import {
  type ItemFile,
  type MailRefusal,
  maxMailFileBytes,
  type StoppedReason,
} from '@atrium/contracts'
import { strangerText } from '@atrium/mailer'
import { NodeError, PassingError } from '../../engine/index.ts'
import type { ContextOf } from '../define-node.ts'
import { requireMembershipOfRun } from '../membership.ts'
import { confirmAddress } from '../publish/publish-card.ts'
import { shortKey } from '../short-key.ts'

export interface OrgMail {
  /** At most 50 addresses. Each recipient gets a separate mail. */
  recipients: readonly string[]
  subject: string
  text: string
  replyTo?: string | undefined
  files?: readonly ItemFile[]
  /** Unique per mail. A repeated call with the same key neither sends nor counts the mail again. */
  key: string
}

export interface MailOutcome {
  queued: string[]
  skipped: { address: string; reason: StoppedReason }[]
}

const fixes = {
  sender_not_verified: confirmAddress,
  mail_limit: undefined,
} as const satisfies Record<MailRefusal, unknown>

/**
 * Queues mails for the organisation. A mail to an outside recipient counts towards the daily limit,
 * names the sender and has an unsubscribe link. Recipients are skipped if they unsubscribed or
 * their address bounced. Throws `PassingError` if the run's user has left the organisation, or with
 * `sender_not_verified` or `mail_limit`. Throws `NodeError` if subject or text is blank, or the
 * files are too large.
 */
export function mailFrom({ orgId, userId, ports, signal }: ContextOf<'org'>) {
  let member: Promise<void> | undefined
  return async ({
    recipients,
    replyTo,
    subject,
    text,
    files = [],
    key,
  }: OrgMail): Promise<MailOutcome> => {
    requireMailText({ subject, text })
    requireMailSize(files)
    member ??= requireMembershipOfRun({ orgId, userId, ports, signal })
    await member
    const refuseHourly = () =>
      new PassingError(
        'Your organisation has reached its mail limit for this hour. Try again later.',
      )
    const mailKey = (address: string) =>
      recipients.length === 1 ? key : `${key} ${address.trim().toLowerCase()}`
    // A refusal after `admitMail` would waste the daily allowance, because identity has counted the
    // recipients by then and a later run counts them again.
    if (!(await ports.hasMailRoom(orgId, recipients.map(mailKey)))) throw refuseHourly()
    const counted = { orgId, key: shortKey(key), recipients: [...recipients] }
    const { refusal, admitted, skipped, sender } = await ports.admitMail(counted, signal)
    if (refusal !== null) throw refuseMail(refusal)
    for (const { address, unsubscribeUrl } of admitted) {
      const queued = await ports.sendMail({
        orgId,
        subject,
        recipient: address,
        key: mailKey(address),
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(files.length === 0 ? {} : { files }),
        ...(unsubscribeUrl === null
          ? { text }
          : { text: strangerText(text, sender, unsubscribeUrl), unsubscribeUrl }),
      })
      if (!queued) throw refuseHourly()
    }
    return { queued: admitted.map(({ address }) => address), skipped }
  }
}

/** Throws `NodeError` if subject or text is blank. */
export function requireMailText({ subject, text }: Pick<OrgMail, 'subject' | 'text'>): void {
  if (subject.trim() === '') throw new NodeError('Enter a subject')
  if (text.trim() === '') throw new NodeError('Enter a text')
}

/** Builds the error for a mail that the organisation may not send now. */
export function refuseMail({ code, message }: { code: MailRefusal; message: string }): NodeError {
  const fix = fixes[code]
  return new PassingError(`${code}: ${message}`, fix === undefined ? {} : { fix })
}

/** Throws `NodeError` if the files are too large for a mail. */
export function requireMailSize(files: readonly ItemFile[]): void {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxMailFileBytes) {
    throw new NodeError(
      'A mail can have at most 15 MB of files. Send a link to larger files instead',
    )
  }
}

const reasons: Readonly<Record<StoppedReason, string>> = {
  unsubscribed: 'unsubscribed from your mails',
  bounced: 'could not be reached',
  complained: 'reported your mail as unwanted',
}

const shownNotes = 5

/**
 * Shortens the list to the first notes and a count of the others, so the run view stays readable.
 */
export function boundNotes(notes: readonly string[]): string[] {
  const more = notes.length - shownNotes
  return more > 0
    ? [...notes.slice(0, shownNotes), `${more} more recipients got no mail`]
    : [...notes]
}

export const skippedNotes = (skipped: MailOutcome['skipped']): string[] =>
  skipped.map(({ address, reason }) => `No mail to ${address}: the recipient ${reasons[reason]}`)
