import { purgeOrg } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { post } from '../../platform/session/better-auth.ts'
import { beforeLeaving } from '../../platform/session/org-change.ts'
import { leaveOrganisation } from '../../platform/session/orgs.ts'

export const leaveOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (organizationId: string) => {
      await beforeLeaving.settle()
      await leaveOrganisation(queryClient, organizationId, () =>
        post('/organization/leave', { organizationId }),
      )
    },
  })

/** Deletes an organisation and all its data. */
export const deleteOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) =>
      leaveOrganisation(queryClient, id, () => atrium.call(purgeOrg, { params: { id } })),
  })
