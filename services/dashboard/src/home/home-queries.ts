import { getOverview, listActivity } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'

/**
 * Reads the figures, what needs attention and the first steps. One request, because Home should cost
 * each service one request at most.
 */
export const overviewQuery = operationQuery(['attention'], getOverview, {})

const shownAtMost = 12

/** The newest entries. Sign-ins are left out, because they would hide everything else. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) =>
    (await atrium.call(listActivity, { query: { limit: 50 } }, { signal })).items,
  select: (items) => items.filter(({ kind }) => kind !== 'session.signed_in').slice(0, shownAtMost),
})
