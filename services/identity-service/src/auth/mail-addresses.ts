import { EmailAddress } from '@atrium/contracts'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

const fields = ['email', 'newEmail'] as const

/** The addresses of a body whose stored form differs from the given one. */
function readChangedAddresses(body: unknown): Record<string, string> {
  const given = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const stored = fields.flatMap((field) => {
    const { data } = EmailAddress.safeParse(given.get(field))
    return data === undefined || data === given.get(field) ? [] : [[field, data]]
  })
  return Object.fromEntries(stored)
}

/**
 * Lets better-auth see addresses as the rest of the platform stores them: without surrounding blanks and with an
 * international domain in ASCII, which its own check requires.
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
