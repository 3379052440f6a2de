import { queryOptions } from '@tanstack/react-query'
import { betterAuth } from './better-auth.ts'

/** Reads this page's session with account facts. Null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: betterAuth.session,
  staleTime: 60_000,
})
