import type { QueryClient } from '@tanstack/react-query'
import { sessionTabs } from './browser-session.ts'
import { meQuery } from './me.ts'
import { onOtherOrg } from './org-change.ts'

interface Entering {
  /** True if the browser's other tabs should follow. */
  readonly announce?: boolean
  /** The address to load if the platform does not say who is signed in. */
  readonly next?: string
  readonly leave?: (address: string) => void
}

/**
 * Shows the current session and drops everything of the previous one. Does not resolve if the page
 * reloads.
 */
export async function showSession(
  queryClient: QueryClient,
  {
    announce = true,
    next = '/',
    leave = (address) => window.location.assign(address),
  }: Entering = {},
): Promise<void> {
  try {
    const now = await queryClient.fetchQuery({ ...meQuery, queryKey: ['entering'], staleTime: 0 })
    // An older response would bring the previous organisation back.
    await queryClient.cancelQueries(meQuery)
    // Components with the organisation stay mounted until they see another one, so their query must
    // stay too.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
    const former = queryClient.getQueryData(meQuery.queryKey)
    queryClient.setQueryData(meQuery.queryKey, now)
    if (former?.org != null && former.org.id !== now?.org?.id) {
      const next = former.user.id === now?.user.id ? now.org : null
      for (const stop of onOtherOrg) stop(former.org, next)
    }
  } catch {
    // The session has already changed. The page would show the previous one, and a retry would
    // change the session twice.
    leave(next)
    return new Promise(() => undefined)
  } finally {
    if (announce) sessionTabs.announce('entered')
  }
}
