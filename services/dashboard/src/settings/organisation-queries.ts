import type { OrgSettings, OrgSettingsChange } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/api.ts'
import { post } from '../platform/better-auth.ts'
import { isConflict } from '../platform/conflict.ts'
import { meQuery } from '../platform/me.ts'
import { changeOrgSettings, orgSettingsQuery } from '../platform/org-settings.ts'
import { shownAtOnce } from '../platform/shown-at-once.ts'

type Change = z.input<typeof OrgSettingsChange>

/** Changes settings of the organisation; they show at once and go back when they are refused. */
export const updateOrgSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // One after the other: each names the version that the one before has made.
    scope: { id: 'org-settings' },
    mutationFn: (body: Change) => changeOrgSettings(body),
    ...shownAtOnce(queryClient, orgSettingsQuery, (old: OrgSettings, body: Change) => {
      const change = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      )
      return { ...old, ...change }
    }),
    onSuccess: (settings) => queryClient.setQueryData(orgSettingsQuery.queryKey, settings),
    // After a conflict the page shows what somebody else has saved.
    onSettled: (_settings, error) =>
      isConflict(error) ? queryClient.invalidateQueries(orgSettingsQuery) : undefined,
  })

/** Renames the organisation or changes its slug. */
export async function renameOrg(
  queryClient: QueryClient,
  organizationId: string,
  data: { name?: string; slug?: string },
): Promise<void> {
  await post('/organization/update', { organizationId, data })
  await Promise.all([
    queryClient.invalidateQueries(meQuery),
    queryClient.invalidateQueries({ queryKey: ['orgs'] }),
  ])
}

/** Stores a picture that everyone can read and makes it the logo. */
export const uploadLogo = async (file: File): Promise<string> =>
  (await atrium.upload(file, { visibility: 'pub', fileName: file.name })).url
