import {
  getOrgSettings,
  type OrgSettings,
  type OrgSettingsChange,
  updateOrgSettings,
} from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from './api.ts'
import { createVersionMemory } from './versioned-settings.ts'

const version = createVersionMemory<OrgSettings>()

export const orgSettingsQuery = queryOptions({
  queryKey: ['settings', 'org'],
  queryFn: async ({ signal }) => version.note(await atrium.call(getOrgSettings, {}, { signal })),
  staleTime: 5 * 60_000,
})

/**
 * Changes the organisation's settings. Throws 412 if they have changed since this page read them.
 */
export const changeOrgSettings = async (
  body: z.input<typeof OrgSettingsChange>,
): Promise<OrgSettings> =>
  version.note(await atrium.call(updateOrgSettings, { body }, version.options()))
