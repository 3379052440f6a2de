import { resolve } from 'node:path'
import { capturingMailer } from './capturing-mailer.ts'
import { httpMailer } from './http-mailer.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

export interface MailerOptions {
  apiKey: string | undefined
  apiUrl: string | undefined
  /** If the API key is set, too, mails go through the API. */
  smtpUrl?: string | undefined
  from: string | undefined
  /** The folder for captured mails. */
  outboxDirectory: string
}

interface MailVariables {
  readonly EMAIL_API_KEY: string | undefined
  readonly EMAIL_API_URL: string | undefined
  readonly SMTP_URL: string | undefined
  readonly SMTP_FROM: string | undefined
  readonly MAIL_OUTBOX_DIR: string
}

/** Reads the options from a service's variables. */
export const mailerOptions = (config: MailVariables): MailerOptions => ({
  apiKey: config.EMAIL_API_KEY,
  apiUrl: config.EMAIL_API_URL,
  smtpUrl: config.SMTP_URL,
  from: config.SMTP_FROM,
  outboxDirectory: resolve(config.MAIL_OUTBOX_DIR),
})

/**
 * Returns the mailer for the provider's API if it has a key, else the one for the mail server, else
 * the capturing one.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { apiKey, apiUrl, smtpUrl, from, outboxDirectory } = options
  if (apiKey !== undefined) return httpMailer({ apiKey, apiUrl, from })
  if (smtpUrl !== undefined) return smtpMailer({ url: smtpUrl, from })
  return capturingMailer(outboxDirectory)
}
