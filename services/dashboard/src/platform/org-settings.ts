import { getOrgSettings } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

export const orgSettingsQuery = queryOptions({
  queryKey: ['settings', 'org'],
  queryFn: ({ signal }) => atrium.call(getOrgSettings, {}, { signal }),
  staleTime: 5 * 60_000,
})
