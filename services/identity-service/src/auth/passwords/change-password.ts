import { z } from 'zod'

/** Ends every other session when the password changes, even if the client asks to keep them. */
export const endOtherSessions = () => ({ context: { body: { revokeOtherSessions: true } } })

const Changing = z.object({
  path: z.literal('/change-password'),
  context: z.object({
    session: z.object({
      session: z.object({
        id: z.string(),
        token: z.string(),
        activeOrganizationId: z.string().nullish(),
        expiresAt: z.date(),
        createdAt: z.date(),
      }),
    }),
  }),
})

/**
 * Makes better-auth's new session after a password change a continuation of the previous one.
 * Returns undefined for any other new session.
 */
export function continueSession(context: unknown): { data: Record<string, unknown> } | undefined {
  const changing = Changing.safeParse(context)
  return changing.success ? { data: changing.data.context.session.session } : undefined
}
