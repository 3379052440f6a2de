import '@mantine/schedule/styles.css'
import { WeekView, type WeekViewProps } from '@mantine/schedule'
import { type DragEvent, useEffect, useMemo, useRef } from 'react'
import { isOpen } from '../post-card.ts'
import { dayText, weekdayText } from '../post-times.ts'
import { listDays } from '../zoned-time.ts'
import days from './day.module.css'
import classes from './grid.module.css'
import type { GridProps } from './month.tsx'
import { type ChipContext, MoreChip, PostChip } from './post-chip.tsx'
import { postMinutes, readItem, weekEvents } from './schedule-events.ts'

const perHour = 3
const earliest = 7
const hourHeight = 60

const gridClasses = {
  weekView: classes['week'],
  weekViewRoot: classes['weekRoot'],
  weekViewScrollArea: classes['scroll'],
  weekViewSlotLabel: classes['slotLabel'],
  weekViewHeader: classes['gone'],
  weekViewDaySlot: `${classes['slot']} ${days['free']}`,
}

/** Returns the `data-slot` value of the time slot under the pointer. */
function slotBelow({ clientX, clientY }: DragEvent): string | undefined {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    if (element instanceof HTMLElement && element.dataset['slot'] !== undefined)
      return element.dataset['slot']
  }
  return undefined
}

const minutesOfDay = 24 * 60
const gap = 3

const renderChip =
  (context: ChipContext): NonNullable<WeekViewProps['renderEvent']> =>
  (event, { children: _children, title: _title, className: _className, ...props }) => {
    const item = readItem(event)
    if (item.kind === 'more') {
      return <MoreChip {...props} count={item.count} onClick={() => context.onMore(item.date)} />
    }
    const { post } = item
    const { left, width } = props.style ?? {}
    // Position the post by the organisation's clock, because the grid would apply the browser's
    // daylight saving changes.
    const top = (Math.min(post.minutes, minutesOfDay - postMinutes) / minutesOfDay) * 100
    return (
      <PostChip
        {...props}
        post={post}
        context={context}
        style={{
          ...props.style,
          top: `${top}%`,
          bottom: 'auto',
          height: `${(postMinutes / minutesOfDay) * 100}%`,
          left: `calc(${left} + ${gap}px)`,
          width: `calc(${width} - ${gap * 2}px)`,
        }}
      />
    )
  }

export function Week({ date, now, posts, chips, onOpen, onDrop, onCreate, onDay }: WeekProps) {
  const events = useMemo(() => weekEvents(posts, perHour), [posts])
  const slot = useRef<string>(undefined)
  const isFree = (start: string) => start.slice(0, 16) > `${now.date} ${now.time}`
  const viewport = useRef<HTMLDivElement>(null)
  const first = Math.min(earliest, ...posts.map(({ minutes }) => Math.floor(minutes / 60)))
  const isLoaded = posts.length > 0
  // Scroll to the working hours, or to the earliest post if it is before them. Later responses must
  // not move the reader's scroll position.
  useEffect(() => {
    void viewport.current?.scrollTo({ top: first * hourHeight })
  }, [date, isLoaded])
  return (
    // The grid counts hours on the browser's clock, which skips an hour when daylight saving
    // begins. The slot under the pointer is correct.
    <div
      className="fill"
      onDragOverCapture={(event) => {
        slot.current = slotBelow(event)
      }}
    >
      <div className={`firm ${classes.weekHead}`}>
        {listDays('week', date).map((day) => (
          <button
            key={day}
            type="button"
            className={`hoverable plain-button muted ${classes.weekDay}`}
            aria-current={day === now.date ? 'date' : undefined}
            onClick={() => onDay(day)}
          >
            {weekdayText(day)}{' '}
            <span className={`figures ${days.label}`}>{Number(day.slice(8))}</span>
          </button>
        ))}
      </div>
      <WeekView
        date={date}
        events={events}
        withHeader={false}
        withAllDaySlots={false}
        withWeekNumber={false}
        getCurrentTime={() => `${now.date}T${now.time}`}
        slotHeight={hourHeight}
        scrollAreaProps={{ viewportRef: viewport }}
        classNames={gridClasses}
        withEventsDragAndDrop
        canDragEvent={(event) => {
          const item = readItem(event)
          return item.kind === 'post' && isOpen(item.post.card)
        }}
        onEventDrop={({ event, newStart }) => {
          const item = readItem(event)
          const to = slot.current ?? newStart
          if (item.kind !== 'post') return
          const isSameHour = to.slice(11, 13) === item.post.time.slice(0, 2)
          onDrop(item.post, to.slice(0, 10), isSameHour ? undefined : to.slice(11, 16))
        }}
        onEventClick={(event) => {
          const item = readItem(event)
          if (item.kind === 'post') onOpen(item.post.card.id)
        }}
        renderEvent={renderChip(chips)}
        onTimeSlotClick={({ slotStart }) =>
          isFree(slotStart) && onCreate(slotStart.slice(0, 10), slotStart.slice(11, 16))
        }
        getTimeSlotProps={({ start }) => ({
          'data-slot': start,
          'data-free': isFree(start),
          'aria-disabled': !isFree(start),
          'aria-label': `${isFree(start) ? 'New post on ' : ''}${dayText(start.slice(0, 10))}, ${start.slice(11, 16)}`,
        })}
      />
    </div>
  )
}

interface WeekProps extends Omit<GridProps, 'today'> {
  /** The current wall time of the organisation. */
  readonly now: { readonly date: string; readonly time: string }
  readonly onDay: (date: string) => void
}
