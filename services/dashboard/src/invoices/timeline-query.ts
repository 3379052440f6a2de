import { listInvoiceTimeline } from '@atrium/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { nextOffset } from '../money/next-offset.ts'
import { atrium } from '../platform/api.ts'

const pageSize = 50

/** The events of an invoice, the newest first. */
export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['invoices', 'timeline', id],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listInvoiceTimeline,
        { params: { id }, query: { limit: pageSize, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })
