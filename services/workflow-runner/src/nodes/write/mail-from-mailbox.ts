import { hash } from 'node:crypto'
import { NodeError } from '../../engine/index.ts'
import { toReadTarget } from '../connector.ts'
import type { ContextOf } from '../define-node.ts'
import { readPage } from '../read/read-page.ts'
import { shortKey } from '../short-key.ts'
import {
  type OrgMail,
  refuseMail,
  requireMailSize,
  requireMailText,
  skippedNotes,
} from './mail-from.ts'

export interface MailboxMail extends Omit<OrgMail, 'recipients'> {
  channel: string
  recipient: string
}

/**
 * Sends mails from members' own mailboxes and returns what the reader should know. A recipient who unsubscribed is skipped, and a mail to an
 * outside recipient counts towards the daily limit, as for the platform's mails. Throws `NodeError`
 * if the mail is refused, or if it may have left: the same key is then never sent again.
 */
export function mailFromMailbox(context: ContextOf<'org'>) {
  const { orgId, ports, signal } = context
  return async ({
    channel,
    recipient,
    subject,
    text,
    replyTo,
    files = [],
    key,
  }: MailboxMail): Promise<string[]> => {
    const { mailbox } = ports.accounts
    if (mailbox === undefined) throw new NodeError('No mailbox provider is configured')
    requireMailText({ subject, text })
    requireMailSize(files)
    const counted = { orgId, key: shortKey(key), recipients: [recipient] }
    const { refusal, skipped } = await ports.admitMail(counted, signal)
    if (refusal !== null) throw refuseMail(refusal)
    if (skipped.length > 0) return skippedNotes(skipped)
    const target = toReadTarget(context, channel)
    const mail = {
      key: hash('sha256', key),
      to: recipient,
      subject,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    }
    const { state, note } = await readPage(
      () =>
        files.length === 0
          ? mailbox.send({ ...target, ...mail }, signal)
          : mailbox.sendFiles({ ...target, ...mail, files: [...files] }, signal),
      context,
    )
    if (state === 'unconfirmed') throw new NodeError(note ?? 'The mail may have left')
    return note === null ? [] : [note]
  }
}
