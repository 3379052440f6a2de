import { listChannels, listNetworks, listPickers } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

/** The caller's channels, and those that others share. */
export const channelsQuery = queryOptions({
  queryKey: ['channels', 'list'],
  queryFn: ({ signal }) => atrium.call(listChannels, {}, { signal }),
})

/** Every network with its state in this deployment. */
export const networksQuery = queryOptions({
  queryKey: ['channels', 'networks'],
  queryFn: ({ signal }) => atrium.call(listNetworks, {}, { signal }),
})

/** The caller's choices between Pages that wait. */
export const pickersQuery = queryOptions({
  queryKey: ['channels', 'pickers'],
  queryFn: ({ signal }) => atrium.call(listPickers, {}, { signal }),
})
