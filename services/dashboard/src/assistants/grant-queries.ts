import { endMcpGrant, listAudit, listMcpGrants } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

const queryKey = ['assistants'] as const

/** The assistants that the person has connected, newest first: all, since nobody has more than a page. */
export const grantsQuery = queryOptions({
  queryKey,
  queryFn: async () => (await atrium.call(listMcpGrants, { query: { limit: 100 } })).items,
})

const latelyAtMost = 3

/** The latest recorded actions of an assistant in the active organisation; owners and admins may ask. */
export const latelyQuery = (grantId: string) =>
  queryOptions({
    queryKey: [...queryKey, 'lately', grantId],
    queryFn: async () =>
      (await atrium.call(listAudit, { query: { actorId: grantId, limit: latelyAtMost } })).items,
  })

export const endGrantMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(endMcpGrant, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
