import { resolve } from 'node:path'
import { quoteRecipient, rateLimitsOn, supportOwnerEmail } from '@atrium/config'
import type { MailerOptions } from '@atrium/mailer'
import type { BoardValues } from './variables.ts'

export const mailOptions = (config: BoardValues): MailerOptions => ({
  apiKey: config.EMAIL_API_KEY,
  apiUrl: config.EMAIL_API_URL,
  from: config.SMTP_FROM,
  outboxDirectory: resolve(config.MAIL_OUTBOX_DIR),
})

export const boardConfig = (config: BoardValues) => ({
  apiUrl: config.API_URL.replace(/(?<!\/)\/+$/, ''),
  adminEmails: config.ADMIN_EMAILS,
  supportOwnerEmail: supportOwnerEmail(config),
  quoteRecipient: quoteRecipient(config),
  rateLimits: rateLimitsOn(config),
})

export type BoardConfig = ReturnType<typeof boardConfig>
