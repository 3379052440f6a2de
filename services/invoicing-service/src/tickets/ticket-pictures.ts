import type { ComposeMail, MailAttachment } from '@atrium/mailer'
import encodeQR from 'qr'

const prefix = 'ticket-'

/** Returns the `cid:` of a ticket's QR picture in its mail. */
export const pictureSource = (code: string): string => `cid:${prefix}${code}`

/** Draws a ticket's code as a GIF, which every mail program shows. It has the quiet zone that scanners need. */
const drawCode = (code: string): Uint8Array =>
  encodeQR(code, 'gif', { ecc: 'quartile', encoding: 'alphanumeric', border: 4, scale: 5 })

/**
 * Adds the QR pictures to queued mails with tickets. They are drawn when the mail is sent, so the
 * queue does not store them. Other mails go to `next`.
 */
export const attachPictures =
  (next: ComposeMail): ComposeMail =>
  async (queued) => {
    const { key, html } = queued
    if (!key.startsWith('ticket:') || html === null) return next(queued)
    const codes = html.matchAll(/src="cid:ticket-([0-9A-Z]+)"/g)
    return { attachments: [...codes].map(([, code = '']) => toAttachment(code)) }
  }

const toAttachment = (code: string): MailAttachment => ({
  name: `${code}.gif`,
  contentType: 'image/gif',
  contentId: `${prefix}${code}`,
  content: Buffer.from(drawCode(code)).toString('base64'),
})
