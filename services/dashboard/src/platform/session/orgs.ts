import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../connection/api.ts'
import { betterAuth } from './better-auth.ts'
import { beforeLeaving } from './org-change.ts'
import { showSession } from './show-session.ts'

export const orgsQuery = queryOptions({
  queryKey: ['orgs'],
  queryFn: betterAuth.listOrgs,
  staleTime: 60_000,
})

export const changeOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => {
      await beforeLeaving.settle()
      await atrium.auth.setActiveOrg(id)
      await showSession(queryClient)
    },
  })

/**
 * Ends the user's part in an organisation by calling `end`. The session first enters another
 * organisation of the user, because it must always have one. It returns if `end` is refused. Throws
 * what `end` throws.
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
