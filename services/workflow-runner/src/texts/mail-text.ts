import PostalMime, { type Address } from 'postal-mime'
import { fileText } from './file-text.ts'
import { htmlText, tidy } from './markup-text.ts'
import { bounded, type MailAttachment, type MailText, mostAttachments } from './text-requests.ts'

export const mailLimits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 }
const longestHeader = 1_000

/** The texts of a message. Throws for one that cannot be read at all. */
export async function mailText(bytes: Uint8Array): Promise<MailText> {
  const mail = await PostalMime.parse(bytes, mailLimits)
  const written = mail.text?.trim() ? tidy(mail.text) : htmlText(mail.html ?? '')
  const attachments: MailAttachment[] = []
  for (const { filename, mimeType, content } of mail.attachments) {
    const data = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const name = header(filename ?? 'attachment')
    const text =
      attachments.length < mostAttachments
        ? await fileText(data, mimeType, name)
        : { text: undefined, truncated: true }
    attachments.push({ name, contentType: mimeType, size: data.length, ...text })
  }
  return {
    subject: header(mail.subject ?? ''),
    from: addresses(mail.from === undefined ? [] : [mail.from]),
    to: addresses(mail.to ?? []),
    date: dateOf(mail.date),
    messageId: mail.messageId === undefined ? null : header(mail.messageId),
    ...bounded(written),
    attachments,
  }
}

const header = (text: string): string => bounded(text).text.slice(0, longestHeader).toWellFormed()

function addresses(list: readonly Address[]): string {
  const shown = list.map(({ name, address }) => (name && address ? `${name} <${address}>` : address || name))
  return header(shown.join(', '))
}

function dateOf(text: string | undefined): string | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString()
}
