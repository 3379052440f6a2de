import { mailRecipientsAtMost } from '../core/mail-recipients.ts'
import type { PostNetwork } from './network.ts'

/** Posts by mail: no account, no files; the title is the subject. */
export const email: PostNetwork = {
  rules: {
    host: 'email',
    aliases: [],
    body: { max: 100_000, count: 'characters', required: true },
    title: { max: 200, required: true },
    media: { min: 0, max: 0, kinds: [], mixed: false, pictures: null },
    keptLink: 'in_text',
    comment: { max: 0 },
    requiredFields: [],
    recipients: { max: mailRecipientsAtMost },
  },
}
