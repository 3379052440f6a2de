import { type OrgSettings, type OrgSettingsChange, purgeOrg, updateOrgSettings } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/api.ts'
import { beforeLeaving } from '../platform/before-leaving.ts'
import { betterAuth, post } from '../platform/better-auth.ts'
import { enter } from '../platform/enter.ts'
import { meQuery } from '../platform/me.ts'
import { orgSettingsQuery } from '../platform/org-settings.ts'
import { orgsQuery } from '../platform/orgs.ts'

/** Changes settings of the organisation; they show at once and go back when they are refused. */
export const updateOrgSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof OrgSettingsChange>) => atrium.call(updateOrgSettings, { body }),
    onMutate: async (body) => {
      await queryClient.cancelQueries(orgSettingsQuery)
      const before = queryClient.getQueryData(orgSettingsQuery.queryKey)
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      queryClient.setQueryData(orgSettingsQuery.queryKey, (old) =>
        old === undefined ? old : ({ ...old, ...change } as OrgSettings),
      )
      return { before }
    },
    onError: (_error, _body, context) => queryClient.setQueryData(orgSettingsQuery.queryKey, context?.before),
    onSuccess: (settings) => queryClient.setQueryData(orgSettingsQuery.queryKey, settings),
  })

/** Renames the organisation or changes its slug. */
export async function renameOrg(
  queryClient: QueryClient,
  organizationId: string,
  data: { name?: string; slug?: string },
): Promise<void> {
  await post('/organization/update', { organizationId, data })
  await Promise.all([queryClient.invalidateQueries(meQuery), queryClient.invalidateQueries(orgsQuery)])
}

/** Stores a picture that everyone can read and makes it the logo. */
export const uploadLogo = async (file: File): Promise<string> =>
  (await atrium.upload(file, { visibility: 'pub', fileName: file.name })).url

/** Goes on in another organisation of the person, or in none. */
async function goOnElsewhere(queryClient: QueryClient, formerId: string): Promise<void> {
  // The former one is left already: a fault from here on must not look like a refusal of that.
  try {
    const [next] = (await betterAuth.listOrgs()).filter(({ id }) => id !== formerId)
    if (next !== undefined) await atrium.auth.setActiveOrg(next.id)
  } catch {
    // The page without an organisation offers the others.
  }
  await enter(queryClient)
}

/** Ends the person's membership. */
export const leaveOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (organizationId: string) => {
      await beforeLeaving.settle()
      await post('/organization/leave', { organizationId })
      await goOnElsewhere(queryClient, organizationId)
    },
  })

/** Deletes an organisation with everything that belongs to it. */
export const deleteOrgMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (id: string) => {
      await atrium.call(purgeOrg, { params: { id } })
      await goOnElsewhere(queryClient, id)
    },
  })
