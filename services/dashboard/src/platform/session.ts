import { queryOptions } from '@tanstack/react-query'
import { betterAuth } from './better-auth.ts'

/** The session of this page with the facts of its account; null while nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: betterAuth.session,
  staleTime: 60_000,
})
