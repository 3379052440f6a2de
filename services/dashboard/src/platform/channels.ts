import { listChannels } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

/** The caller's channels, and those that others share. */
export const channelsQuery = queryOptions({
  queryKey: ['channels', 'list'],
  queryFn: ({ signal }) => atrium.call(listChannels, {}, { signal }),
})
