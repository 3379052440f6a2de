import { useInterval, useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { useLeaving } from '../../ui/feedback/leaving.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { formatTotal } from '../../ui/text/format-total.ts'
import { movePost } from '../move-post.ts'
import { isOpen } from '../post-card.ts'
import { dueQuery, stateQuery } from '../post-queries.ts'
import type { PostsSearch } from '../posts-search.ts'
import {
  onDay,
  proposedMoment,
  type RangeView,
  readWallTime,
  toDueRange,
  toMoment,
} from '../zoned-time.ts'
import { arrowMove } from './arrow-moves.ts'
import classes from './calendar.module.css'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { EmptyCalendar } from './empty-calendar.tsx'
import { Month } from './month.tsx'
import { chosenPosts, type PlacedPost, placePosts } from './placed-posts.ts'
import { PostList } from './post-list.tsx'
import { PostStream } from './stream.tsx'
import { Week } from './week.tsx'

const tickMs = 30_000

/** Returns the current wall time of a zone. The value updates while the page is open. */
function useClock(zone: string) {
  const [now, setNow] = useState(() => new Date().toISOString())
  useInterval(() => setNow(new Date().toISOString()), tickMs, { autoInvoke: true })
  return useMemo(() => readWallTime(now, zone), [now, zone])
}

const countText = (shown: number, loaded: number, total: number): string => {
  if (total > loaded) return `The first ${loaded} of ${formatTotal(total)} posts`
  return shown === 1 ? '1 post' : `${shown} posts`
}

interface CalendarProps {
  readonly search: PostsSearch
  readonly zone: string
  readonly onChange: (change: Partial<PostsSearch>) => void
}

/** Shows posts by due time as a month, a week or a list, in the organisation's time zone. */
export function Calendar({ search, zone, onChange }: CalendarProps) {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const now = useClock(zone)
  const today = now.date
  const date = search.date ?? today
  const { view: asked = 'month' } = search
  const stream = asked === 'upcoming' || asked === 'published' ? asked : undefined
  const isRange = asked === 'month' || asked === 'week' || asked === 'list'
  const wanted = isRange ? asked : 'month'
  const view: RangeView = narrow ? 'list' : wanted
  // If a status but no date range is chosen, the list shows that status for all due dates.
  const ofState = view === 'list' && search.status !== undefined && search.date === undefined
  const due = useQuery({
    ...dueQuery(useMemo(() => toDueRange(view, date, zone), [view, date, zone])),
    enabled: !ofState && stream === undefined,
    placeholderData: keepPreviousData,
  })
  const state = useQuery({
    ...stateQuery(search.status ?? 'draft'),
    enabled: ofState && stream === undefined,
  })
  const query = ofState ? state : due
  const { data } = query
  const { error } = useStanding(query)
  const { channel, status } = search
  const leaving = useLeaving()
  const posts = useMemo(() => {
    const chosen = chosenPosts(data?.items ?? [], { channel, status })
    return placePosts(
      chosen.filter(({ id }) => !leaving.has(id)),
      zone,
    )
  }, [data, channel, status, leaving, zone])
  const queryClient = useQueryClient()
  const drop = useCallback(
    ({ card, at }: PlacedPost, day: string, time?: string) => {
      const to = time === undefined ? onDay(at, day, zone) : toMoment(day, time, zone)
      void movePost(queryClient, zone, card, to)
    },
    [queryClient, zone],
  )
  const onKey = (post: PlacedPost, event: KeyboardEvent) => {
    if (!event.altKey || view === 'list' || !isOpen(post.card)) return
    const target = arrowMove(post, event.key, view)
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    drop(post, target.date, target.time)
  }
  const open = (id: string) => onChange({ post: id })
  const create = (day: string, time?: string) =>
    onChange({
      compose: 'new',
      due: time === undefined ? proposedMoment(day, zone, new Date()) : toMoment(day, time, zone),
    })
  const showDay = (day: string) => onChange({ view: 'list', date: day })
  const chips = {
    zone,
    openId: search.post,
    withThumbnails: view === 'week',
    onMore: showDay,
    onKey,
  }
  const grid = { date, posts, chips, onOpen: open, onDrop: drop, onCreate: create }
  const isEmpty = query.isSuccess && !query.isPlaceholderData && posts.length === 0
  if (stream !== undefined)
    return (
      <PostStream
        key={stream}
        stream={stream}
        search={search}
        zone={zone}
        today={today}
        narrow={narrow === true}
        onChange={onChange}
      />
    )
  return (
    <div className="fill">
      <CalendarToolbar
        view={view}
        date={date}
        today={today}
        zone={zone}
        search={search}
        onChange={onChange}
        narrow={narrow === true}
        count={data === undefined ? '' : countText(posts.length, data.items.length, data.total)}
      />
      <div className={`fill ${classes.body}`} aria-busy={query.isPending}>
        {error !== null ? (
          <Problem error={error} onRetry={() => void query.refetch()} />
        ) : (
          <>
            {view === 'month' && <Month {...grid} today={today} />}
            {view === 'week' && <Week {...grid} now={now} onDay={showDay} />}
            {view === 'list' && (
              <PostList
                posts={posts}
                zone={zone}
                today={today}
                isPending={query.isPending}
                openId={search.post}
                startDate={search.date}
                onOpen={open}
              />
            )}
            {isEmpty && (
              <EmptyCalendar
                isFiltered={channel !== undefined || status !== undefined}
                onClear={() => onChange({ channel: undefined, status: undefined })}
                onCreate={() =>
                  onChange({
                    compose: 'new',
                    due: proposedMoment([date, today].toSorted()[1] ?? today, zone, new Date()),
                  })
                }
              />
            )}
          </>
        )}
      </div>
    </div>
  )
}
