import type { MailMessage, WorkflowItem } from '@atrium/contracts'
import type { MailboxPort } from '../ports.ts'
import { mailItem } from './mail-item.ts'
import { type Reading, readPage, readParts } from './read-page.ts'

type MailReading = Reading & { mailbox: MailboxPort }

interface ReadMail {
  message: MailMessage
  item: WorkflowItem
}

/** Yields the messages as items, in the order of the ids. Skips deleted messages. */
export async function* readMessages(
  reading: MailReading,
  ids: readonly string[],
): AsyncGenerator<ReadMail> {
  for await (const message of streamMessages(reading, ids)) {
    yield { message, item: await toItem(reading, message) }
  }
}

/**
 * Yields the messages in the order of the ids. Skips deleted messages. Requests the next page while
 * the caller reads the current one.
 */
export async function* streamMessages(
  reading: MailReading,
  ids: readonly string[],
): AsyncGenerator<MailMessage> {
  const { mailbox, target, signal } = reading
  const ask = (at: number) => {
    const page = readPage(
      () => mailbox.messages({ ...target, ids: ids.slice(at, at + 100) }, signal),
      reading,
    )
    // If the reader stops early, nobody awaits this page. Its rejection must not go unhandled.
    page.catch(() => undefined)
    return page
  }
  let at = 0
  let asked = ids.length > 0 ? ask(at) : undefined
  while (asked !== undefined) {
    const page = await asked
    at += page.read
    asked = at < ids.length ? ask(at) : undefined
    yield* page.messages
  }
}

export const tooLarge = 'The message is too large to read'

async function toItem(reading: MailReading, message: MailMessage): Promise<WorkflowItem> {
  if (message.tooLarge) return mailItem(message, {}, message.problem ?? tooLarge)
  const source = await readSource(reading, message)
  if (source === undefined) return mailItem(message, {}, 'The message was deleted')
  try {
    return mailItem(message, await reading.ports.texts.mail(reading.target.orgId, source))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return mailItem(message, {}, `The message could not be read: ${reason}`)
  }
}

export async function readSource(reading: MailReading, { id, source }: MailMessage) {
  if (source !== null) return Buffer.from(source, 'base64')
  const { mailbox, target, signal } = reading
  const call = (offset: number) => mailbox.part({ ...target, id, offset }, signal)
  const read = await readParts('a message', call, reading, ['gone'])
  return read === 'gone' ? undefined : read.bytes
}
