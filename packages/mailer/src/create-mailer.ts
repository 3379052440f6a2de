import { resolve } from 'node:path'
import { capturingMailer } from './capturing-mailer.ts'
import { httpMailer } from './http-mailer.ts'
import type { Mailer } from './mailer.ts'

export interface MailerOptions {
  /** If undefined, mails are captured instead of sent. */
  apiKey: string | undefined
  apiUrl: string | undefined
  from: string | undefined
  /** The folder for captured mails. */
  outboxDirectory: string
}

interface MailVariables {
  readonly EMAIL_API_KEY: string | undefined
  readonly EMAIL_API_URL: string | undefined
  readonly SMTP_FROM: string | undefined
  readonly MAIL_OUTBOX_DIR: string
}

/** Reads the options from a service's variables. */
export const mailerOptions = (config: MailVariables): MailerOptions => ({
  apiKey: config.EMAIL_API_KEY,
  apiUrl: config.EMAIL_API_URL,
  from: config.SMTP_FROM,
  outboxDirectory: resolve(config.MAIL_OUTBOX_DIR),
})

/** Returns the provider's mailer if it is configured, else the capturing one. */
export const createMailer = ({ apiKey, apiUrl, from, outboxDirectory }: MailerOptions): Mailer =>
  apiKey === undefined ? capturingMailer(outboxDirectory) : httpMailer({ apiKey, apiUrl, from })
