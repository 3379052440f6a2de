import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'
import { beforeLeaving } from './before-leaving.ts'
import { betterAuth } from './better-auth.ts'
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
