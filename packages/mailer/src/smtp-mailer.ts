import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { unsubscribeHeaders } from './http-mailer.ts'
import { MailError } from './mail-error.ts'
import type { Mail, Mailer } from './mailer.ts'

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user name and password if the server needs them. */
  url: string
  /** `Name <address>`. Without one, no mail can be sent. */
  from: string | undefined
  /**
   * Milliseconds for one mail as a whole. Defaults to 45,000, because a sender's claim on a mail
   * lasts 60 seconds.
   */
  timeoutMs?: number | undefined
}

const connectMs = 10_000
const mostResponseBytes = 65_536
const maxConnections = 5

/** Codes of RFC 4954 for a sign-in that is missing or wrong. The mail itself is not at fault. */
const signInStatus: ReadonlySet<number> = new Set([530, 534, 535, 538])

/**
 * Creates a mailer for a mail server (SMTP). Up to five connections stay open for further mails.
 *
 * The server has no idempotency key: if a connection breaks before the server confirms a mail, the
 * mail is sent again with the same `Message-ID`. A status of 500 or more about sender, recipients or
 * text is final (RFC 5321 section 4.2.1). Everything else may be retried, including a refused
 * sign-in.
 */
export function smtpMailer({ url, from, timeoutMs = 45_000 }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    ...toServer(new URL(url)),
    pool: true,
    maxConnections,
    // A connection that the server closed between two mails is replaced once.
    maxRequeues: 1,
    idleTimeout: 5_000,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: 30_000,
    maxResponseSize: mostResponseBytes,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const { messageId, rejected } = await transport.sendMail({
          ...toMessage(mail, from),
          // A server that trickles its responses keeps every timeout of the socket from expiring.
          signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
        })
        return { outcome: 'sent', reference: messageId, refusedRecipients: rejected.length }
      } catch (error) {
        throw toMailError(error)
      }
    },
  }
}

function toServer({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // Without a password, for example in a container network, TLS is used if the server offers it.
    requireTLS: !secure && username !== '' && !isLocal,
    ...(isLocal && !secure ? { ignoreTLS: true } : {}),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

// An address as an object is taken as it is. As text, it could name several recipients.
const toAddress = (address: string) => ({ name: '', address })

function toMessage(mail: Mail, from = ''): SendMailOptions {
  const digest = createHash('sha256').update(mail.idempotencyKey).digest('hex').slice(0, 32)
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'atrium.invalid'
  return {
    from,
    to: [mail.to, ...(mail.alsoTo ?? [])].map(toAddress),
    cc: (mail.cc ?? []).map(toAddress),
    ...(mail.replyTo === undefined ? {} : { replyTo: toAddress(mail.replyTo) }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${digest}@${domain}>`,
    ...(mail.unsubscribeUrl === undefined
      ? {}
      : { headers: unsubscribeHeaders(mail.unsubscribeUrl) }),
    attachments: (mail.attachments ?? []).map(({ name, contentType, content, contentId }) => ({
      filename: name,
      contentType,
      content,
      encoding: 'base64',
      ...(contentId === undefined ? {} : { cid: contentId }),
    })),
  }
}

/** Keeps status and code of the failure only, because a server's words can repeat an address. */
function toMailError(cause: unknown): MailError {
  const read = (name: string): unknown =>
    cause instanceof Error ? Reflect.get(cause, name) : undefined
  const code = String(read('code') ?? 'no code')
  const response = String(read('response') ?? '')
  const [, text = '', enhanced = ''] =
    /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? []
  const status = Number(text)
  // Without a response, the library found the fault itself: an address that is not valid, or a mail
  // that is larger than the server takes.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutMail && (text === '' || status >= 500) && !signInStatus.has(status)
  const said = text === '' ? '' : `${`${text} ${enhanced}`.trim()}, `
  return new MailError(
    isFinal
      ? `The mail server refused the mail (${said}${code})`
      : `The mail server did not take the mail (${said}${code})`,
    isFinal ? { retryable: false } : { retryable: true, cause },
  )
}
