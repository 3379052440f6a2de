import type { MailMessage, WorkflowItem } from '@atrium/contracts'
import { missingField, ownText } from '../../engine/index.ts'
import type { MailText } from '../../texts/text-requests.ts'

export const mailKeys = [
  'title',
  'rawContent',
  'from',
  'to',
  'date',
  'snippet',
  'messageId',
  'threadId',
  'labelIds',
  'attachments',
  'truncated',
  'problem',
  'url',
  'contentType',
] as const

/** Used if a message has no subject, because cards and mails need a title. */
const noSubject = '(No subject)'

const webRoot = 'https://mail.google.com/mail/u/0/#all'

/**
 * Converts a message to an item whose identity is the provider's id. `problem` says why the text is
 * missing.
 */
export function mailItem(
  message: MailMessage,
  mail: Partial<MailText>,
  problem: string | null = null,
): WorkflowItem {
  const header = (name: string) =>
    message.headers.find((each) => each.name.toLowerCase() === name)?.value ?? ''
  const attachments = (mail.attachments ?? []).map(
    ({ name, contentType, size, text, truncated }) => ({
      name,
      contentType,
      size,
      text: text ?? null,
      truncated,
    }),
  )
  return {
    externalId: message.id,
    source: { scheme: 'mailbox' },
    json: {
      title: (mail.subject ?? header('subject')).trim() || noSubject,
      rawContent: mail.text ?? '',
      from: mail.from ?? header('from'),
      to: mail.to ?? header('to'),
      date: new Date(message.receivedAt).toISOString(),
      snippet: message.snippet,
      messageId: message.id,
      threadId: message.threadId,
      labelIds: message.labelIds,
      attachments,
      truncated: (mail.truncated ?? problem !== null) || attachments.some((each) => each.truncated),
      problem,
      url: `${webRoot}/${message.id}`,
      contentType: 'message/rfc822',
    },
  }
}

/**
 * Returns the message id of an item from a mailbox, or else the item's `messageId`. Throws
 * `NodeError` if there is none.
 */
export function readMessageId(item: WorkflowItem): string {
  const own = item.source?.scheme === 'mailbox' ? item.externalId : undefined
  const id = own ?? ownText(item.json, 'messageId')
  if (id === '') throw missingField('messageId')
  return id
}
