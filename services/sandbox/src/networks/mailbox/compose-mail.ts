import { randomBytes } from 'node:crypto'

export interface NewMail {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly { name: string; contentType: string; bytes: Uint8Array }[]
}

const base64Lines = (bytes: Uint8Array): string =>
  (
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Returns header text, as an encoded word (RFC 2047) if it is not ASCII. */
const headerText = (text: string): string =>
  isPlain(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

const addressText = (address: string): string => {
  const at = address.lastIndexOf('<')
  if (at === -1 || !address.endsWith('>')) return headerText(address)
  return `${headerText(address.slice(0, at).trim())} ${address.slice(at)}`
}

const textPart = (type: 'plain' | 'html', text: string): string =>
  `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(Buffer.from(text))}`

function multipart(kind: 'mixed' | 'alternative', parts: readonly string[]): string {
  const boundary = `=_${randomBytes(12).toString('hex')}`
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`
}

/** Returns the source of a message (RFC 5322), its bytes as characters. */
export function composeMail(
  { from, to, subject, text, html, attachments = [] }: NewMail,
  at: Date,
): string {
  const single = (value: string) => value.replaceAll(/[\r\n]+/g, ' ')
  const written =
    html === undefined
      ? textPart('plain', text)
      : multipart('alternative', [textPart('plain', text), textPart('html', html)])
  const files = attachments.map(
    ({ name, contentType, bytes }) =>
      `Content-Type: ${single(contentType)}\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(bytes)}`,
  )
  const headers = [
    `From: ${addressText(single(from))}`,
    `To: ${addressText(single(to))}`,
    `Subject: ${headerText(single(subject))}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomBytes(12).toString('hex')}@sandbox.example>`,
    'MIME-Version: 1.0',
  ]
  const body = files.length === 0 ? written : multipart('mixed', [written, ...files])
  return `${headers.join('\r\n')}\r\n${body}`
}
