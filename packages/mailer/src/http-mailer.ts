import { request } from 'undici'
import { z } from 'zod'
import { MailError } from './mail-error.ts'
import type { Mail, MailAttachment, Mailer } from './mailer.ts'

export interface HttpMailerOptions {
  apiKey: string
  /** The API's base URL. Defaults to the provider's own. */
  apiUrl?: string | undefined
  /**
   * `Name <address>` on a domain verified by the provider. Defaults to the shared sandbox sender.
   */
  from?: string | undefined
  /** Milliseconds for the whole exchange. Defaults to 10,000. */
  timeoutMs?: number | undefined
}

const defaultApiUrl = 'https://api.resend.com'

/**
 * The default sender. Resend accepts it without a verified domain, but delivers only to the address
 * of the Resend account.
 */
export const sandboxSender = 'Atrium <onboarding@resend.dev>'

const Accepted = z.object({ id: z.string() })
const Refused = z.object({ name: z.string() })
const inProgress = 'concurrent_idempotent_requests'
const sentBefore = 'invalid_idempotent_request'
const largestAnswer = 64 * 1024

/**
 * Creates a mailer for a transactional mail API: `POST /emails` with a bearer key and an
 * `Idempotency-Key`, as Resend documents it. Timeouts, network failures, 429 and 5xx may be
 * retried. Any other error is final.
 */
export function httpMailer(options: HttpMailerOptions): Mailer {
  const url = `${(options.apiUrl ?? defaultApiUrl).replace(/(?<!\/)\/+$/, '')}/emails`
  const from = options.from ?? sandboxSender
  const timeoutMs = options.timeoutMs ?? 10_000
  return {
    async send(mail, signal) {
      const timeout = AbortSignal.timeout(timeoutMs)
      const { status, retryAfter, text } = await exchange(url, {
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': mail.idempotencyKey,
          'user-agent': 'atrium-mailer',
        },
        body: JSON.stringify(toRequestBody(mail, from)),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      })
      const body = parsed(text)
      if (status >= 200 && status < 300) {
        return { outcome: 'sent', reference: Accepted.safeParse(body).data?.id ?? '' }
      }
      const code = Refused.safeParse(body).data?.name.slice(0, 60) ?? 'no reason given'
      // An earlier attempt was accepted, but its outcome was lost. A mail that is composed again
      // can differ, for example because its invoice was partly paid meanwhile.
      if (status === 409 && code === sentBefore) return { outcome: 'sent', reference: '' }
      throw new MailError(`The mail provider responded with status ${status} (${code})`, {
        retryable:
          status === 429 ||
          status === 408 ||
          status >= 500 ||
          (status === 409 && code === inProgress),
        retryAfterSeconds: retryAfter,
      })
    },
  }
}

const toRequestBody = (mail: Mail, from: string) => ({
  from,
  to: [mail.to, ...(mail.alsoTo ?? [])],
  subject: mail.subject,
  text: mail.text,
  ...(mail.html === undefined ? {} : { html: mail.html }),
  ...(mail.cc === undefined || mail.cc.length === 0 ? {} : { cc: mail.cc }),
  ...(mail.attachments === undefined ? {} : { attachments: mail.attachments.map(toAttachment) }),
  ...(mail.replyTo === undefined ? {} : { reply_to: mail.replyTo }),
  ...(mail.unsubscribeUrl === undefined
    ? {}
    : { headers: unsubscribeHeaders(mail.unsubscribeUrl) }),
})

const toAttachment = ({ name, contentType, content, contentId }: MailAttachment) => ({
  filename: name,
  content,
  content_type: contentType,
  ...(contentId === undefined ? {} : { content_id: contentId }),
})

/**
 * Returns both headers of RFC 8058, so a mail program unsubscribes with one POST and opens no page.
 */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

interface Sent {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

async function exchange(url: string, sent: Sent) {
  try {
    const answer = await request(url, { method: 'POST', ...sent, reset: true })
    const seconds = Number(answer.headers['retry-after'])
    let text = ''
    for await (const chunk of answer.body.setEncoding('utf8')) {
      text += String(chunk)
      if (text.length > largestAnswer) break
    }
    return {
      status: answer.statusCode,
      retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
      text,
    }
  } catch (cause) {
    // The provider may have accepted the mail, but the idempotency key makes a retry safe.
    throw new MailError('The mail provider did not respond', { retryable: true, cause })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
