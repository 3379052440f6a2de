import { listInvoiceTimeline } from '@atrium/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Timeline } from '../money/timeline.tsx'
import { atrium } from '../platform/api.ts'
import { offsetPages } from '../platform/offset-pages.ts'
import { timelineWords } from './timeline-words.ts'

const timelineQuery = (id: string) =>
  offsetPages(['invoices', 'timeline', id], (query, options) =>
    atrium.call(listInvoiceTimeline, { params: { id }, query }, options),
  )

/** The events of an invoice, the newest first. */
export const InvoiceTimeline = ({ id }: { id: string }) => (
  <Timeline query={useInfiniteQuery(timelineQuery(id))} textOf={timelineWords} />
)
