import { getAccounting } from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from './api.ts'

/** Whether the deployment has accounting; it does not change while a page is open. */
export const accountingQuery = queryOptions({
  queryKey: ['accounting', 'enabled'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => atrium.call(getAccounting, {}, { signal }),
})
