import { getOrgSettings } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

/** The settings of the active organisation; its time zone is that of every scheduled post. */
export const orgSettingsQuery = queryOptions({
  queryKey: ['settings', 'org'],
  queryFn: ({ signal }) => atrium.call(getOrgSettings, {}, { signal }),
  staleTime: 5 * 60_000,
})
