import { listChannels, listNetworks, listPickers } from '@atrium/contracts'
import { operationQuery } from './operation-query.ts'

/** Lists the user's own channels and shared ones. */
export const channelsQuery = operationQuery(['channels', 'list'], listChannels, {})

export const networksQuery = operationQuery(['channels', 'networks'], listNetworks, {})

/** Lists the user's pending choices between Pages. */
export const pickersQuery = operationQuery(['channels', 'pickers'], listPickers, {})
