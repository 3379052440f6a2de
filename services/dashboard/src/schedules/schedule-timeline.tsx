import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Problem } from '../ui/problem.tsx'
import { useAuthorLabel } from '../ui/use-author-label.ts'
import { When } from '../ui/when.tsx'
import { scheduleTimelineQuery } from './one-schedule.ts'
import classes from './schedules.module.css'

/** The events of an agreement, the newest first. */
export function ScheduleTimeline({ id }: { id: string }) {
  const query = useInfiniteQuery(scheduleTimelineQuery(id))
  const author = useAuthorLabel()
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.isPending) return <Skeleton h={80} />
  if (query.data === undefined) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <ol className={classes.timeline}>
        {entries.map((entry) => (
          <li key={entry.id} data-kind={entry.kind}>
            <span dir="auto">{entry.body}</span>
            <span className={classes.quiet}>
              {author(entry.author)} · <When at={entry.createdAt} />
            </span>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="default" size="xs" onClick={() => void query.fetchNextPage()}>
          Show earlier events
        </Button>
      )}
    </>
  )
}
