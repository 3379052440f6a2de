import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

export interface Member {
  readonly userId: string
  readonly role: string
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
}

export const membersQuery = queryOptions({
  queryKey: ['members', 'names'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<readonly Member[]> => {
    const response = await atrium.request('/api/auth/organization/list-members?limit=1000', {
      signal,
    })
    return ((await response.json()) as { members: Member[] }).members
  },
})
