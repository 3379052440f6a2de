import { useInfiniteQuery } from '@tanstack/react-query'
import { Timeline } from '../money/timeline.tsx'
import { timelineQuery } from './timeline-query.ts'
import { timelineWords } from './timeline-words.ts'

/** The events of an invoice, the newest first. */
export const InvoiceTimeline = ({ id }: { id: string }) => (
  <Timeline query={useInfiniteQuery(timelineQuery(id))} textOf={timelineWords} />
)
