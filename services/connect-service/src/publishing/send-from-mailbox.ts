import {
  AppError,
  maxMailboxFileBytes,
  ReadItemFile,
  type SendFilesFromMailbox,
  type SendFromMailbox,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { Connection } from '../providers/provider.ts'
import type { MailboxReader, OutgoingMail } from '../providers/readers.ts'
import { beginAttempt, deleteAttempt, endAttempt, findAttempt } from './attempts.db.ts'
import { isOrphan, newAttempt } from './send-once.ts'

type Input = z.output<typeof SendFromMailbox.input>
type Page = Extract<z.output<typeof SendFromMailbox.output>, { page: unknown }>['page']

const unconfirmed: Page = {
  state: 'unconfirmed',
  note: 'The mail may have left, but the mail server did not confirm it. Look into the Sent folder before you send it again.',
}

/** Seconds until the caller may ask again about a mail in delivery. */
const sendingSeconds = 15

/**
 * Sends a mail from a mailbox at most once for each key. The attempt is recorded before the mail
 * server is called. If the server refused the mail for certain, the attempt is deleted, and a later
 * call may send it. Throws `NetworkError`.
 */
export async function sendFromMailbox(
  deps: Deps,
  reader: MailboxReader,
  by: Connection,
  { files: given, ...mail }: Input,
): Promise<Page> {
  const files = given.map(({ bytes, ...file }) => ({
    ...file,
    bytes: Buffer.from(bytes, 'base64'),
  }))
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxMailboxFileBytes)
    throw new NetworkError('blocked', 'The files of this mail are too large')
  return sendOnce(deps, reader, by, { mail, readFiles: async () => files })
}

// The files, their Base64 and the copy for the Sent folder.
const heldCopies = 3

/**
 * Sends a mail like `sendFromMailbox`, with files from the organisation's runs. The mail waits for
 * its share of the budget for large mails.
 */
export const sendFilesFromMailbox = (
  deps: Deps,
  reader: MailboxReader,
  by: Connection,
  { files, ...mail }: z.output<typeof SendFilesFromMailbox.input>,
): Promise<Page> =>
  deps.holdMail(heldCopies * files.reduce((sum, { bytes }) => sum + bytes, 0), () =>
    sendOnce(deps, reader, by, {
      mail,
      readFiles: async () => {
        const whole = []
        for (const { fileId, name, contentType, bytes } of files) {
          const source = await readItemFile(deps, { orgId: mail.orgId, fileId, most: bytes })
          whole.push({ name, contentType, bytes: source })
        }
        return whole
      },
    }),
  )

/** Reads a file part by part. Throws `NetworkError` if it is gone or longer than announced. */
async function readItemFile(
  { bus }: Deps,
  { orgId, fileId, most }: { orgId: string; fileId: string; most: number },
): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const asked = { orgId, fileId, offset }
    const part: z.output<typeof ReadItemFile.output> = await callRpc(
      bus,
      ReadItemFile,
      asked,
    ).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
      throw new NetworkError('blocked', 'A file of this mail no longer exists')
    })
    if (part.size > most) throw new NetworkError('blocked', 'A file of this mail has changed')
    parts.push(Buffer.from(part.bytes, 'base64'))
    offset = part.next
  }
  return Buffer.concat(parts)
}

interface SentMail {
  mail: Omit<Input, 'files'>
  readFiles(): Promise<OutgoingMail['files']>
}

async function sendOnce(
  deps: Deps,
  { send }: MailboxReader,
  by: Connection,
  { mail: input, readFiles }: SentMail,
): Promise<Page> {
  if (send === undefined) {
    const message = 'Mail cannot be sent from this account. Connect the mailbox by IMAP instead.'
    throw new NetworkError('blocked', message)
  }
  const { orgId, channelId, key, to, subject, text, replyTo } = input
  const attemptKey = `${orgId}:${key}`
  const attempt = newAttempt(deps, {
    kind: 'mail',
    // A mail belongs to no card, so its key takes the place of the card's id.
    target: { orgId, channelId, attemptKey, taskId: attemptKey },
    owner_id: input.actorId,
    content: [to, subject, text, replyTo],
  })
  const earlier = await findAttempt(deps.db, attempt)
  if (earlier?.state === 'done') return earlier.outcome as Page
  const end = (id: string, state: 'done' | 'unknown', page: Page) =>
    inTransaction(deps.db, undefined, (tx) =>
      endAttempt(tx, id, {
        state,
        outcome: page,
        external_id: null,
        finished_at: deps.now(),
      }),
    )
  if (earlier !== undefined) {
    if (earlier.state === 'sending' && !isOrphan(deps, earlier)) throw beingSent()
    if (earlier.state === 'sending') await end(earlier.id, 'unknown', unconfirmed)
    return unconfirmed
  }
  // Nothing has left yet, so a failure may be tried again.
  const files = await readFiles()
  const id = await inTransaction(deps.db, undefined, (tx) => beginAttempt(deps, tx, attempt))
  if (id === undefined) throw beingSent()
  try {
    const mail = { key: attemptKey, to, subject, text, replyTo, files }
    const sent: Page = { state: 'sent', note: null }
    // The copy to the Sent folder takes time. If this process ends meanwhile, the mail counts as sent.
    const { note } = await send(by, mail, async () => void (await end(id, 'done', sent)))
    if (note === null) return sent
    const noted: Page = { state: 'sent', note }
    await end(id, 'done', noted)
    return noted
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    if (error.class === 'unknown') {
      await end(id, 'unknown', unconfirmed)
      return unconfirmed
    }
    await inTransaction(deps.db, undefined, (tx) => deleteAttempt(tx, id))
    throw error
  }
}

const beingSent = (): NetworkError =>
  new NetworkError('retry', 'The same mail is being sent', { retryAfter: sendingSeconds })
