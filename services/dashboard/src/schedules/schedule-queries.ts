import { listSchedules } from '@atrium/contracts'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages } from '../platform/records/queries.ts'

/** Lists all schedules, newest first, or only the stuck ones. */
export const schedulesQuery = (stuck: boolean) =>
  offsetPages(
    ['schedules', 'list', stuck],
    (page, options) =>
      atrium.call(listSchedules, { query: { ...page, ...(stuck && { stuck: 'true' }) } }, options),
    100,
  )
