import { z } from 'zod'

/** A changed password ends every session but the one that changed it, also where the caller asks for less. */
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

/** better-auth begins a new session after a change of the password; it goes on as the one before. */
export function sessionThatGoesOn(context: unknown): { data: Record<string, unknown> } | undefined {
  const changing = Changing.safeParse(context)
  return changing.success ? { data: changing.data.context.session.session } : undefined
}
