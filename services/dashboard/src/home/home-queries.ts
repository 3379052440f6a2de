import { getAttention, listActivity, listCards, listChannels } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { operationQuery } from '../platform/records/queries.ts'
import { membersQuery } from '../platform/records/shared-queries.ts'

/**
 * Reads the organisation's finished first steps. Each step has its own query, so a failed request
 * hides no other step.
 */
export const progressQueries = {
  cards: queryOptions({
    queryKey: ['progress', 'cards'],
    queryFn: async () => (await atrium.call(listCards, { query: { limit: 1 } })).total > 0,
  }),
  // The query key is below the cards' key, so card events refresh the query.
  posts: queryOptions({
    queryKey: ['progress', 'cards', 'posts'],
    queryFn: async () =>
      (await atrium.call(listCards, { query: { kind: 'post', limit: 1 } })).total > 0,
  }),
  members: queryOptions({ ...membersQuery, select: (members) => members.length > 1 }),
  channels: queryOptions({
    queryKey: ['progress', 'channels'],
    queryFn: async () => (await atrium.call(listChannels, {})).items.length > 0,
  }),
}

export const attentionQuery = operationQuery(['attention'], getAttention, {})

const shownAtMost = 12

/** The newest entries. Sign-ins are left out, because they would hide everything else. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) =>
    (await atrium.call(listActivity, { query: { limit: 50 } }, { signal })).items,
  select: (items) => items.filter(({ kind }) => kind !== 'session.signed_in').slice(0, shownAtMost),
})
