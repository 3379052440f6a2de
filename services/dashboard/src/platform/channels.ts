import { listChannels, listNetworks, listPickers } from '@atrium/contracts'
import { operationQuery } from './operation-query.ts'

/** The caller's channels, and those that others share. */
export const channelsQuery = operationQuery(['channels', 'list'], listChannels, {})

export const networksQuery = operationQuery(['channels', 'networks'], listNetworks, {})

/** The caller's choices between Pages that wait. */
export const pickersQuery = operationQuery(['channels', 'pickers'], listPickers, {})
