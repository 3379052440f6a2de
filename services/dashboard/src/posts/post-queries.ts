import { listCards } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'

/** The posts that changed last. */
export const postsQuery = queryOptions({
  queryKey: ['cards', 'posts'],
  queryFn: ({ signal }) =>
    atrium.call(listCards, { query: { kind: 'post', sortBy: 'updatedAt', limit: 100 } }, { signal }),
})
