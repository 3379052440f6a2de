import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'
import { beforeLeaving } from './before-leaving.ts'
import { betterAuth } from './better-auth.ts'
import { enter } from './enter.ts'

/** The organisations of the person. */
export const orgsQuery = queryOptions({
  queryKey: ['orgs'],
  queryFn: betterAuth.listOrgs,
  staleTime: 60_000,
})

/** Acts in another organisation from now on. */
export const changeOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => {
      await beforeLeaving.settle()
      await atrium.auth.setActiveOrg(id)
      await enter(queryClient)
    },
  })
