import type { MailMessage, WorkflowItem } from '@atrium/contracts'
import { missingField, ownText } from '../../engine/index.ts'
import type { MailText } from '../../texts/text-requests.ts'
import { common, emitted, field } from '../emitted-fields.ts'

export const mailFields = emitted({
  title: field.text('Subject', 'Invoice 2026-17'),
  rawContent: field.text('Text', 'Please find our invoice attached.'),
  from: field.text('From', 'Mill <office@mill.example>'),
  to: field.text('To', 'hello@bakery.example'),
  date: field.date('Received at', '2026-05-04T08:00:00.000Z'),
  snippet: field.text('First words', 'Please find our invoice'),
  messageId: field.id('Message ID', '18f2a7c0'),
  threadId: field.id('Conversation ID', '18f2a7bf'),
  labelIds: field.list('Labels', ['INBOX']),
  attachments: field.list('Attachments', [
    {
      name: 'invoice.pdf',
      contentType: 'application/pdf',
      size: 48_211,
      text: 'Total 120.00 EUR',
      truncated: false,
    },
  ]),
  truncated: common.truncated,
  problem: common.problem,
  url: field.url('Link to the message', 'https://mail.example/#all/18f2a7c0'),
  contentType: field.text('Content type', 'message/rfc822'),
})

/** Used if a message has no subject, because cards and mails need a title. */
const noSubject = '(No subject)'

const webRoot = 'https://mail.google.com/mail/u/0/#all'

/** A mailbox by IMAP gives no snippet, so the text begins one. */
const shortenText = (text: string): string =>
  text.slice(0, 1_000).replaceAll(/\s+/g, ' ').trim().slice(0, 200)

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
      snippet: message.snippet || shortenText(mail.text ?? ''),
      messageId: message.id,
      threadId: message.threadId,
      labelIds: message.labelIds,
      attachments,
      truncated: (mail.truncated ?? problem !== null) || attachments.some((each) => each.truncated),
      problem,
      url: message.url === undefined ? `${webRoot}/${message.id}` : message.url,
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
