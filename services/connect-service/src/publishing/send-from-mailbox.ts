import { maxMailboxFileBytes, type SendFromMailbox } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { Connection } from '../providers/provider.ts'
import type { MailboxReader } from '../providers/readers.ts'
import { beginAttempt, deleteAttempt, endAttempt, findAttempt } from './attempts.db.ts'
import { isOrphan, newAttempt } from './send-once.ts'

type Input = z.output<typeof SendFromMailbox.input>
type Page = Extract<z.output<typeof SendFromMailbox.output>, { page: unknown }>['page']

const unconfirmed: Page = {
  state: 'unconfirmed',
  note: 'The mail may have left, but the mail server did not confirm it. Look into the Sent folder before you send it again.',
}

/** Seconds after which the caller may ask again for a mail that is being sent. */
const sendingSeconds = 15

/**
 * Sends a mail from a mailbox at most once for each key. The attempt is recorded before the mail
 * server is called. If the server refused the mail for certain, the attempt is deleted, and a later
 * call may send it. Throws `NetworkError`.
 */
export async function sendFromMailbox(
  deps: Deps,
  { send }: MailboxReader,
  by: Connection,
  input: Input,
): Promise<Page> {
  if (send === undefined) {
    const message = 'Mail cannot be sent from this account. Connect the mailbox by IMAP instead.'
    throw new NetworkError('blocked', message)
  }
  const { orgId, channelId, key, to, subject, text, replyTo } = input
  const files = input.files.map(({ bytes, ...file }) => ({
    ...file,
    bytes: Buffer.from(bytes, 'base64'),
  }))
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxMailboxFileBytes)
    throw new NetworkError('blocked', 'The files of this mail are too large')
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
