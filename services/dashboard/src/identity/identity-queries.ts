import { getAuthProviders } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium, sessionGate } from '../platform/connection/api.ts'
import { drafts } from '../platform/drafts/drafts.ts'
import { betterAuth } from '../platform/session/better-auth.ts'
import { turnOffPush } from '../platform/session/browser-push.ts'
import { sessionHint, sessionTabs } from '../platform/session/browser-session.ts'
import { beforeLeaving } from '../platform/session/org-change.ts'

export const providersQuery = queryOptions({
  queryKey: ['auth-providers'],
  queryFn: () => atrium.call(getAuthProviders, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ['invitation', id],
    queryFn: () => betterAuth.invitation(id),
    retry: false,
  })

export const signOutMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async () => {
      await beforeLeaving.settle()
      // Signing out works without the push service, too.
      await turnOffPush().catch(() => undefined)
      await atrium.auth.signOut()
      sessionGate.disarm()
      sessionHint.set(false)
      sessionTabs.announce('left')
      queryClient.clear()
      drafts.clear()
    },
  })

/** Makes a unique slug from a name: lower-case letters, digits and hyphens, and an ending. */
export function toSlug(name: string, end: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return plain === '' ? `org-${end}` : `${plain}-${end}`
}
