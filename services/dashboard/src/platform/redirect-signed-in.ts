import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { meQuery } from './me.ts'
import { sessionHint } from './session-hint.ts'

/** Leads somebody who is signed in from the entrance on to `next`, or Home; strangers cause no request. */
export async function redirectSignedIn(queryClient: QueryClient, next = '/'): Promise<void> {
  if (!sessionHint.get()) return
  // Another tab may have changed the session; without an answer the entrance shows its form.
  const me = await queryClient
    .fetchQuery({ ...meQuery, staleTime: 0, retry: false })
    .catch(() => null)
  if (me !== null) throw redirect({ href: next, replace: true })
}
