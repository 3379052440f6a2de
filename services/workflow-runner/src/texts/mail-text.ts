import type { Address, Email } from 'postal-mime'
import { fileText } from './file-text.ts'
import { htmlText, tidy } from './markup-text.ts'
import { type MessagePart, readMessage } from './read-message.ts'
import { bounded, type FileText, type MailAttachment, type MailText } from './text-requests.ts'

const longestHeader = 1_000
/** A longer plain part is never treated as a notice. */
const longestNotice = 500

/** Throws if the message cannot be parsed. */
export async function mailText(bytes: Uint8Array): Promise<MailText> {
  const { mail, parts, hasMore } = await readMessage(bytes)
  const attachments: MailAttachment[] = []
  for (const part of parts) {
    const { name, contentType, bytes: data } = part
    attachments.push({
      name: header(name),
      contentType,
      size: data.length,
      ...(await partText(part)),
    })
  }
  const { text, truncated } = bounded(writtenText(mail))
  return {
    subject: header(mail.subject ?? ''),
    from: addresses(mail.from === undefined ? [] : [mail.from]),
    to: addresses(mail.to ?? []),
    date: parseDate(mail.date),
    messageId: mail.messageId === undefined ? null : header(mail.messageId),
    text,
    truncated: truncated || hasMore,
    attachments,
  }
}

/**
 * Returns the text that a person sees. If the HTML is long and the plain part is short, the plain
 * part is only a notice, for example "Your program does not show HTML".
 */
function writtenText({ text = '', html = '' }: Email): string {
  const plain = tidy(text)
  if (html.trim() === '' || plain.length > longestNotice) return plain
  const visible = htmlText(html)
  return plain === '' || visible.length > 2 * plain.length ? visible : plain
}

function partText({
  name,
  contentType,
  bytes,
  message,
}: MessagePart): FileText | Promise<FileText> {
  if (message === undefined) return fileText(bytes, contentType, name)
  const from = addresses(message.from === undefined ? [] : [message.from])
  return bounded([header(message.subject ?? ''), from, '', writtenText(message)].join('\n').trim())
}

const header = (text: string): string => bounded(text).text.slice(0, longestHeader).toWellFormed()

function addresses(list: readonly Address[]): string {
  const shown = list.map(({ name, address }) =>
    name && address ? `${name} <${address}>` : address || name,
  )
  return header(shown.join(', '))
}

function parseDate(text: string | undefined): string | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString()
}
