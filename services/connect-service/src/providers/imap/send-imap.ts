import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { NetworkError } from '../../network/network-error.ts'
import type { Connection, OutgoingMail, SentMail } from '../readers.ts'
import { boundImap } from './imap-client.ts'
import type { RunImap } from './imap-sessions.ts'
import { readMailAccount } from './mail-account.ts'
import { allowTime, type MailGuard } from './mail-guard.ts'
import { findSentFolder } from './open-folder.ts'
import { withSmtp } from './smtp-client.ts'

const noCopy = 'The mail was sent, but no copy could be put into the Sent folder.'

/**
 * Sends a mail from the mailbox’s address and puts a copy into its Sent folder. A failed copy does
 * not fail the mail. Throws `NetworkError`, with the class `unknown` if the mail may have left.
 */
export async function sendFromImap(
  by: Connection,
  mail: OutgoingMail,
  {
    run,
    guard,
    now,
    onAccepted,
  }: { run: RunImap; guard: MailGuard; now(): Date; onAccepted(): Promise<void> },
): Promise<SentMail> {
  const account = readMailAccount(by)
  const source = await composeSource(account.from, mail, now())
  const patient = allowTime(guard, source.length)
  await withSmtp(patient, account, (smtp) =>
    smtp.send({ from: account.from, to: [mail.to] }, source),
  )
  await onAccepted()
  const keepCopy = async (): Promise<boolean> => {
    const copied = await run(account, {
      isRepeatable: false,
      run: (client) =>
        boundImap(patient, client, async () => {
          const folder = await findSentFolder(client)
          if (folder === undefined) return true
          return (await client.append(folder, source, ['\\Seen'], now())) !== false
        }),
    })
    return copied
  }
  const isCopied = await keepCopy().catch((error: unknown) => {
    if (error instanceof NetworkError) return false
    throw error
  })
  return { note: isCopied ? null : noCopy }
}

const composeSource = (from: string, mail: OutgoingMail, date: Date): Promise<Buffer> =>
  new MailComposer({
    from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    date,
    // The same mail has the same id, so a server that saw it already can drop the second one.
    messageId: `<${createHash('sha256').update(mail.key).digest('hex').slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
    attachments: mail.files.map(({ name, contentType, bytes }) => ({
      filename: name,
      contentType,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
