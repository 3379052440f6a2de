import { Box, UnstyledButton } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Grid, GridCell, GridRow } from '../../ui/grid-parts.ts'
import { isOpen } from '../post-card.ts'
import { dayText, weekdayText } from '../post-times.ts'
import { listDays } from '../zoned-time.ts'
import dayClasses from './day.module.css'
import classes from './month.module.css'
import { postsPerDay } from './month-room.ts'
import { byDate, capped, type PlacedPost } from './placed-posts.ts'
import { type ChipContext, MoreChip, PostChip } from './post-chip.tsx'

export interface GridProps {
  readonly date: string
  /** Today's date in the organisation's time zone. */
  readonly today: string
  readonly posts: readonly PlacedPost[]
  readonly chips: ChipContext
  readonly onOpen: (id: string) => void
  /** Moves a post to a date. The post keeps its time of day unless `time` is given. */
  readonly onDrop: (post: PlacedPost, date: string, time?: string) => void
  /** Starts a new post on a date. The week view also passes a time. */
  readonly onCreate: (date: string, time?: string) => void
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
])

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = steps.get(event.key)
  if (by === undefined || event.altKey) return
  event.preventDefault()
  const days = [
    ...(event.currentTarget.closest('[data-month]')?.querySelectorAll('[data-date]') ?? []),
  ]
  const next = days[days.indexOf(event.currentTarget) + by]
  if (next instanceof HTMLElement) next.focus()
}

/** Returns how many posts fit in a day, measured before the month is painted. */
function usePerDay(grid: RefObject<HTMLDivElement | null>, weeks: number): number {
  const [perDay, setPerDay] = useState(() => postsPerDay(0, weeks))
  useLayoutEffect(() => {
    const view = grid.current
    if (view === null) return
    const measure = () => setPerDay(postsPerDay(view.clientHeight, weeks))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(view)
    return () => observer.disconnect()
  }, [grid, weeks])
  return perDay
}

export function Month({ date, today, posts, chips, onOpen, onDrop, onCreate }: GridProps) {
  const days = useMemo(() => listDays('month', date), [date])
  const ofDays = useMemo(() => byDate(posts), [posts])
  const [dragged, setDragged] = useState<PlacedPost>()
  const [target, setTarget] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const end = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  const perDay = usePerDay(grid, days.length / 7)
  // If the month is higher than its view, scroll today's week into view.
  useEffect(() => {
    const view = grid.current
    view?.scrollTo({ top: 0 })
    if (date.slice(0, 7) !== today.slice(0, 7)) return
    const week = view?.querySelector('[aria-current="date"]')?.closest('[data-week]')
    week?.scrollIntoView({ block: 'nearest' })
  }, [date, today])
  // The day that the Tab key focuses.
  const entered = days.includes(today) ? today : days[0]
  const dayButton = (day: string) => (
    <GridCell key={day} className={classes.cell}>
      <UnstyledButton
        className={`hoverable ${classes.day} ${dayClasses.free}`}
        tabIndex={day === entered ? 0 : -1}
        aria-label={day < today ? dayText(day) : `New post on ${dayText(day)}`}
        aria-disabled={day < today}
        aria-current={day === today ? 'date' : undefined}
        data-free={day >= today}
        data-date={day}
        data-outside={day.slice(0, 7) !== date.slice(0, 7)}
        data-drop-target={day === target || undefined}
        onClick={() => day >= today && onCreate(day)}
        onKeyDown={moveFocus}
        onDragOver={(event) => {
          if (dragged === undefined) return
          event.preventDefault()
          event.dataTransfer.dropEffect = 'move'
          setTarget(day)
        }}
        onDragLeave={() => setTarget((now) => (now === day ? undefined : now))}
        onDrop={(event) => {
          if (dragged === undefined) return
          event.preventDefault()
          onDrop(dragged, day)
          end()
        }}
      >
        <span className={`figures ${dayClasses.label}`}>{Number(day.slice(8))}</span>
      </UnstyledButton>
    </GridCell>
  )
  const renderChips = (day: string, column: number) => {
    const { shown, more } = capped(ofDays.get(day) ?? [], perDay)
    const place = (row: number) => ({ gridColumn: column + 1, gridRow: row + 1 })
    return [
      ...shown.map((post, row) => (
        <PostChip
          key={post.card.id}
          post={post}
          context={chips}
          className={classes.entry ?? ''}
          style={place(row)}
          draggable={isOpen(post.card)}
          data-dragging={dragged?.card.id === post.card.id || undefined}
          onClick={() => onOpen(post.card.id)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', '')
            setDragged(post)
          }}
          onDragEnd={end}
        />
      )),
      more > 0 && (
        <MoreChip
          key={day}
          count={more}
          className={classes.entry ?? ''}
          style={place(shown.length)}
          onClick={() => chips.onMore(day)}
        />
      ),
    ]
  }
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  )
  return (
    <div
      ref={grid}
      className={classes.month}
      style={{ '--per-day': perDay } as CSSProperties}
      data-month
      data-any-dragging={dragged !== undefined || undefined}
      // Pointer moves only arrive after a drag. If a refresh removed the dragged post, no drag-end
      // event fired.
      onPointerMove={dragged === undefined ? undefined : end}
    >
      {/* Name the rows with aria-owns, because the posts between them are buttons themselves. */}
      <Grid
        className="hidden"
        aria-label="Days"
        aria-owns={weeks.map((week) => `${gridId}-${week[0]}`).join(' ')}
      />
      <div className={classes.weekdays}>
        {days.slice(0, 7).map((day) => (
          <Box key={day} className={`middled ${classes.weekday}`} h={32} fz="xs" fw={500}>
            {weekdayText(day)}
          </Box>
        ))}
      </div>
      {weeks.map((week) => (
        <Box
          key={week[0]}
          pos="relative"
          display="grid"
          miw="fit-content"
          style={{ gridTemplateColumns: 'var(--days)', borderTop: '1px solid var(--line)' }}
          data-week
        >
          <div className={classes.entries}>{week.map(renderChips)}</div>
          <GridRow id={`${gridId}-${week[0]}`} className={classes.cell}>
            {week.map(dayButton)}
          </GridRow>
        </Box>
      ))}
    </div>
  )
}
