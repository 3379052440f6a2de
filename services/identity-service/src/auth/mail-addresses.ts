import { EmailAddress } from '@atrium/contracts'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

const fields = ['email', 'newEmail'] as const

/** Returns the body fields with an address that changes when it is normalised. */
function readChangedAddresses(body: unknown): Record<string, string> {
  const given = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const stored = fields.flatMap((field) => {
    const { data } = EmailAddress.safeParse(given.get(field))
    return data === undefined || data === given.get(field) ? [] : [[field, data]]
  })
  return Object.fromEntries(stored)
}

/**
 * Normalises addresses before better-auth sees them: no surrounding blanks, and an international
 * domain in ASCII. The rest of the platform stores addresses in this form, and better-auth's own
 * check requires it.
 */
export const mailAddresses = {
  id: 'mail-addresses',
  hooks: {
    before: [
      {
        matcher: ({ body }) => Object.keys(readChangedAddresses(body)).length > 0,
        handler: createAuthMiddleware(async ({ body }) => ({
          context: { body: readChangedAddresses(body) },
        })),
      },
    ],
  },
} satisfies BetterAuthPlugin
