import { hash } from 'node:crypto'
import { type ItemFile, maxMailboxFileBytes } from '@atrium/contracts'
import { NodeError } from '../../engine/index.ts'
import { toReadTarget } from '../connector.ts'
import type { ContextOf } from '../define-node.ts'
import { readPage } from '../read/read-page.ts'
import { shortKey } from '../short-key.ts'
import { type OrgMail, refuseMail, requireMailText, skippedNotes } from './mail-from.ts'

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
    requireSmallFiles(files)
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
      files: await Promise.all(files.map((file) => readFile(context, file))),
    }
    const { state, note } = await readPage(
      () => mailbox.send({ ...target, ...mail }, signal),
      context,
    )
    if (state === 'unconfirmed') throw new NodeError(note ?? 'The mail may have left')
    return note === null ? [] : [note]
  }
}

function requireSmallFiles(files: readonly ItemFile[]): void {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) <= maxMailboxFileBytes) return
  throw new NodeError(
    'A mail from your own mailbox can have at most 256 KB of files. Send a link to larger files, or leave the mailbox empty',
  )
}

async function readFile(
  { orgId, ports }: ContextOf<'org'>,
  { fileId, name, contentType }: ItemFile,
) {
  const { blob } = await ports.itemFiles.open(orgId, fileId)
  return { name, contentType, bytes: (await blob.buffer()).toString('base64') }
}
