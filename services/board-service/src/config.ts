import { resolve } from 'node:path'
import { quoteRecipient, rateLimitsOn, supportOwnerEmail } from '@atrium/config'
import type { MailerOptions } from '@atrium/mailer'
import type { BoardValues } from './variables.ts'

export interface BoardConfig {
  /** Without a trailing slash; asset URLs and public pages stand below it. */
  apiUrl: string
  adminEmails: readonly string[]
  supportOwnerEmail: string | undefined
  /** The address that quote requests are mailed to. */
  quoteRecipient: string | undefined
  rateLimits: boolean
}

export const mailOptions = (config: BoardValues): MailerOptions => ({
  apiKey: config.EMAIL_API_KEY,
  apiUrl: config.EMAIL_API_URL,
  from: config.SMTP_FROM,
  outboxDirectory: resolve(config.MAIL_OUTBOX_DIR),
})

export const boardConfig = (config: BoardValues): BoardConfig => ({
  apiUrl: config.API_URL.replace(/(?<!\/)\/+$/, ''),
  adminEmails: config.ADMIN_EMAILS,
  supportOwnerEmail: supportOwnerEmail(config),
  quoteRecipient: quoteRecipient(config),
  rateLimits: rateLimitsOn(config),
})
