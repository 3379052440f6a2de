import { purgeOrg } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { beforeLeaving } from '../platform/before-leaving.ts'
import { post } from '../platform/better-auth.ts'
import { depart } from '../platform/depart.ts'

/** Ends the person's membership. */
export const leaveOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (organizationId: string) => {
      await beforeLeaving.settle()
      await depart(queryClient, organizationId, () => post('/organization/leave', { organizationId }))
    },
  })

/** Deletes an organisation with everything that belongs to it. */
export const deleteOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => depart(queryClient, id, () => atrium.call(purgeOrg, { params: { id } })),
  })
