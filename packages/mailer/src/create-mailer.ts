import { capturingMailer } from './capturing-mailer.ts'
import { httpMailer } from './http-mailer.ts'
import type { Mailer } from './mailer.ts'

export interface MailerOptions {
  /** Undefined: nothing is sent and mails are captured. */
  apiKey: string | undefined
  apiUrl: string | undefined
  from: string | undefined
  /** Where mails are captured. */
  outboxDirectory: string
}

/** The provider when it is configured, else the captured outbox. */
export const createMailer = ({ apiKey, apiUrl, from, outboxDirectory }: MailerOptions): Mailer =>
  apiKey === undefined ? capturingMailer(outboxDirectory) : httpMailer({ apiKey, apiUrl, from })
