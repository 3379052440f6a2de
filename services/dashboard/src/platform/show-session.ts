import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from './me.ts'
import { onOtherOrg } from './other-org.ts'
import { sessionTabs } from './session-tabs.ts'

interface Entering {
  /** Whether the browser's other tabs are to follow. */
  readonly announce?: boolean
  /** The address that is loaded afresh when the platform does not answer who is signed in. */
  readonly next?: string
  readonly leave?: (address: string) => void
}

/** Shows the session as it is now and drops everything of the former one. Does not return when the page reloads. */
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
    // An older answer on its way would bring the former organisation back.
    await queryClient.cancelQueries(meQuery)
    // Components that show the organisation stay mounted until they see another one: their query must stay, too.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
    const former = queryClient.getQueryData(meQuery.queryKey)
    queryClient.setQueryData(meQuery.queryKey, now)
    if (former?.org != null && former.org.id !== now?.org?.id) {
      const next = former.user.id === now?.user.id ? now.org : null
      for (const stop of onOtherOrg) stop(former.org, next)
    }
  } catch {
    // The session has changed already: what is shown would be of the former one, and a repetition would change it twice.
    leave(next)
    return new Promise(() => undefined)
  } finally {
    if (announce) sessionTabs.announce('entered')
  }
}
