import type { QueryClient } from '@tanstack/react-query'
import { atrium } from './api.ts'
import { betterAuth } from './better-auth.ts'
import { showSession } from './show-session.ts'

/**
 * Ends the person's part in an organisation by `end`. The session enters another one of theirs before, so that it is never
 * without one, and goes back when `end` is refused. Throws as `end` does.
 */
export async function leaveOrganisation(
  queryClient: QueryClient,
  id: string,
  end: () => Promise<unknown>,
  preferred?: string,
): Promise<void> {
  const others = (await betterAuth.listOrgs()).filter((org) => org.id !== id)
  const next = others.find((org) => org.id === preferred) ?? others[0]
  if (next !== undefined) await atrium.auth.setActiveOrg(next.id)
  try {
    await end()
  } catch (error) {
    if (next !== undefined) await atrium.auth.setActiveOrg(id).catch(() => undefined)
    throw error
  } finally {
    await showSession(queryClient)
  }
}
