import { resolve } from 'node:path'
import { quoteRecipient, rateLimitsOn, supportOwnerEmail } from '@atrium/config'
import type { MailerOptions } from '@atrium/mailer'
import type { BoardValues } from './variables.ts'

/** What of the configuration the board's verbs use. */
export interface Settings {
  /** Without a trailing slash; asset URLs and public pages stand below it. */
  apiUrl: string
  adminEmails: readonly string[]
  supportOwnerEmail: string | undefined
  /** Who is mailed about a quote request. */
  quoteRecipient: string | undefined
  rateLimits: boolean
}

/** How mails leave. */
export const mailOptions = (config: BoardValues): MailerOptions => ({
  apiKey: config.EMAIL_API_KEY,
  apiUrl: config.EMAIL_API_URL,
  from: config.SMTP_FROM,
  outboxDirectory: resolve(config.MAIL_OUTBOX_DIR),
})

/** Takes the board's part out of the platform's configuration. */
export const settingsOf = (config: BoardValues): Settings => ({
  apiUrl: config.API_URL.replace(/(?<!\/)\/+$/, ''),
  adminEmails: config.ADMIN_EMAILS,
  supportOwnerEmail: supportOwnerEmail(config),
  quoteRecipient: quoteRecipient(config),
  rateLimits: rateLimitsOn(config),
})
