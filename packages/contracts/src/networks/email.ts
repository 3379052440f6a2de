import { mailRecipientsAtMost } from '../core/mail-recipients.ts'
import type { PlatformRules } from './network.ts'

/** Posts by mail need no account and take no files. The title becomes the subject. */
export const email: PlatformRules = {
  host: 'email',
  aliases: [],
  body: { max: 100_000, count: 'characters', required: true },
  title: { max: 200, required: true },
  media: { min: 0, max: 0, kinds: [], pictures: null, videos: null, mixed: false },
  keptLink: 'in_text',
  comment: { max: 0 },
  requiredFields: [],
  recipients: { max: mailRecipientsAtMost },
}
