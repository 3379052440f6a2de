import { canMail, quoteRecipient, rateLimitsOn, supportOwnerEmail } from '@atrium/config'
import type { BoardValues } from './variables.ts'

export const boardConfig = (config: BoardValues) => ({
  /**
   * Links are tracked only if `API_URL` is set, because the default address may not be reachable
   * for visitors.
   */
  tracksLinks: config.explicit.has('API_URL'),
  canMail: canMail(config),
  apiUrl: config.API_URL.replace(/(?<!\/)\/+$/, ''),
  adminEmails: config.ADMIN_EMAILS,
  supportOwnerEmail: supportOwnerEmail(config),
  quoteRecipient: quoteRecipient(config),
  rateLimits: rateLimitsOn(config),
})

export type BoardConfig = ReturnType<typeof boardConfig>
