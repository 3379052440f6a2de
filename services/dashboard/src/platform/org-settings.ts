import {
  getOrgSettings,
  type OrgSettings,
  type OrgSettingsChange,
  updateOrgSettings,
} from '@atrium/contracts'
import { findEtag } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from './api.ts'

// The version on the page. A running change copies the cached settings, and the copy has no
// version.
let version: string | undefined

function noteVersion(settings: OrgSettings): OrgSettings {
  version = findEtag(settings)
  return settings
}

export const orgSettingsQuery = queryOptions({
  queryKey: ['settings', 'org'],
  queryFn: async ({ signal }) => noteVersion(await atrium.call(getOrgSettings, {}, { signal })),
  staleTime: 5 * 60_000,
})

/**
 * Changes the organisation's settings. Throws 412 if they have changed since this page read them.
 */
export const changeOrgSettings = async (
  body: z.input<typeof OrgSettingsChange>,
): Promise<OrgSettings> =>
  noteVersion(
    await atrium.call(
      updateOrgSettings,
      { body },
      version === undefined ? {} : { ifMatch: version },
    ),
  )
