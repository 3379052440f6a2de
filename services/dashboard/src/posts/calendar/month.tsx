import { MonthView } from '@mantine/schedule'
import { useEffect, useMemo, useRef } from 'react'
import { isOpen } from '../post-card.ts'
import { dayText, weekdayText } from '../post-times.ts'
import classes from './grid.module.css'
import type { PlacedPost } from './placed-posts.ts'
import { type ChipContext, chipRenderer } from './post-chip.tsx'
import { itemOf, monthEvents } from './schedule-events.ts'

const perDay = 3

/** What a grid of days needs. */
export interface GridProps {
  readonly date: string
  /** The date of today in the zone of the organisation. */
  readonly today: string
  readonly posts: readonly PlacedPost[]
  readonly chips: ChipContext
  readonly onOpen: (id: string) => void
  /** Puts a post to a day at its time of day, or to the given one. */
  readonly onDrop: (post: PlacedPost, date: string, time?: string) => void
  /** Begins a post on a day, at a time where the view has times. */
  readonly onCreate: (date: string, time?: string) => void
}

const gridClasses = {
  monthView: classes['month'],
  monthViewScrollArea: classes['scroll'],
  monthViewWeekdays: classes['weekdays'],
  monthViewWeekday: classes['weekday'],
  monthViewDay: classes['day'],
  monthViewDayLabel: classes['dayLabel'],
  monthViewEvents: classes['entries'],
}

const headHeight = 32

/** The distance of a day's week from the top of the grid. */
const rowOf = (day: HTMLElement, view: HTMLElement): number =>
  day.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop - headHeight

/** A month of posts; a drag to another day keeps the time of day. */
export function Month({ date, today, posts, chips, onOpen, onDrop, onCreate }: GridProps) {
  const events = useMemo(() => monthEvents(posts, perDay), [posts])
  const viewport = useRef<HTMLDivElement>(null)
  // A month begins with the week of today where it has it.
  useEffect(() => {
    const view = viewport.current
    const day = view?.querySelector<HTMLElement>('[aria-current="date"]')
    if (date.slice(0, 7) !== today.slice(0, 7)) view?.scrollTo({ top: 0 })
    else if (view != null && day != null) view.scrollTo({ top: rowOf(day, view) })
  }, [date, today])
  return (
    <MonthView
      date={date}
      events={events}
      withHeader={false}
      highlightToday={false}
      consistentWeeks={false}
      maxEventsPerDay={perDay}
      scrollAreaProps={{ viewportRef: viewport }}
      weekdayFormat={(day) => weekdayText(day.slice(0, 10))}
      classNames={gridClasses}
      withEventsDragAndDrop
      canDragEvent={(event) => {
        const item = itemOf(event)
        return item.kind === 'post' && isOpen(item.post.card)
      }}
      onEventDrop={({ event, newStart }) => {
        const item = itemOf(event)
        if (item.kind === 'post') onDrop(item.post, newStart.slice(0, 10))
      }}
      onEventClick={(event) => {
        const item = itemOf(event)
        if (item.kind === 'post') onOpen(item.post.card.id)
      }}
      renderEvent={chipRenderer(chips, 'month')}
      onDayClick={(day) => day >= today && onCreate(day)}
      getDayProps={(day) => ({
        'aria-label': day < today ? dayText(day) : `New post on ${dayText(day)}`,
        'aria-disabled': day < today,
        'aria-current': day === today ? 'date' : undefined,
        'data-free': day >= today,
        'data-date': day,
      })}
    />
  )
}
