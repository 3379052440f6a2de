import { endMcpGrant, listAudit, listMcpGrants } from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'

const queryKey = ['assistants'] as const

/**
 * Lists the user's connected assistants, newest first. One page is enough, because nobody has more.
 */
export const grantsQuery = queryOptions({
  queryKey,
  queryFn: async () => (await atrium.call(listMcpGrants, { query: { limit: 100 } })).items,
})

const latelyAtMost = 3

/**
 * Lists an assistant's latest actions in the active organisation. Only owners and admins may read
 * them.
 */
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
