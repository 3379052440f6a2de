import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { sessionHint } from '../platform/session/browser-session.ts'
import { meQuery } from '../platform/session/me.ts'

/**
 * Redirects a signed-in user from the entrance to `next`, or Home. Sends no request if the visitor
 * has never signed in.
 */
export async function redirectSignedIn(queryClient: QueryClient, next = '/'): Promise<void> {
  if (!sessionHint.get()) return
  // Another tab may have changed the session. If the platform does not respond, the entrance shows
  // its form.
  const me = await queryClient
    .fetchQuery({ ...meQuery, staleTime: 0, retry: false })
    .catch(() => null)
  if (me !== null) throw redirect({ href: next, replace: true })
}
