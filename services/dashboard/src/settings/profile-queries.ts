import type { QueryClient } from '@tanstack/react-query'
import { post } from '../platform/better-auth.ts'
import { meQuery } from '../platform/me.ts'

/** Changes the name of the person. */
export async function rename(queryClient: QueryClient, name: string): Promise<void> {
  await post('/update-user', { name })
  await queryClient.invalidateQueries(meQuery)
  await queryClient.invalidateQueries({ queryKey: ['members'] })
}
