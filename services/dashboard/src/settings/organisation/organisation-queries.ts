import type { OrgSettings, OrgSettingsChange } from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../../platform/connection/api.ts'
import { shownAtOnce } from '../../platform/records/queries.ts'
import { changeOrgSettings, orgSettingsQuery } from '../../platform/records/settings.ts'
import { isConflict } from '../../platform/records/versions.ts'
import { post } from '../../platform/session/better-auth.ts'
import { meQuery } from '../../platform/session/me.ts'

type Change = z.input<typeof OrgSettingsChange>

/**
 * Changes organisation settings. The change shows at once and rolls back if the platform rejects
 * it.
 */
export const updateOrgSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // Run one after the other, because each request sends the version from the previous response.
    scope: { id: 'org-settings' },
    mutationFn: (body: Change) => changeOrgSettings(body),
    ...shownAtOnce(queryClient, orgSettingsQuery, (old: OrgSettings, body: Change) => {
      const change = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      )
      return { ...old, ...change }
    }),
    onSuccess: (settings) => queryClient.setQueryData(orgSettingsQuery.queryKey, settings),
    // After a conflict, show what somebody else saved.
    onSettled: (_settings, error) =>
      isConflict(error) ? queryClient.invalidateQueries(orgSettingsQuery) : undefined,
  })

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

/** Uploads a publicly readable image and returns its URL. */
export const uploadLogo = async (file: File): Promise<string> =>
  (await atrium.upload(file, { visibility: 'pub', fileName: file.name })).url
