import { useInfiniteQuery } from '@tanstack/react-query'
import { Timeline } from '../money/timeline.tsx'
import { scheduleTimelineQuery } from './one-schedule.ts'

/** The events of an agreement, the newest first. */
export const ScheduleTimeline = ({ id }: { id: string }) => (
  <Timeline query={useInfiniteQuery(scheduleTimelineQuery(id))} textOf={({ body }) => body} />
)
