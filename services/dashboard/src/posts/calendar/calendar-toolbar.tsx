import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconWorld } from '@tabler/icons-react'
import { monthText, offsetText, shortDayText } from '../post-times.ts'
import type { PostsSearch } from '../posts-search.ts'
import { addDays, addMonths, listDays, type RangeView } from '../zoned-time.ts'
import classes from './calendar.module.css'
import { CalendarFilters } from './calendar-filters.tsx'

function formatTitle(view: RangeView, date: string): string {
  if (view !== 'week') return monthText(date)
  const days = listDays('week', date)
  return `${shortDayText(days[0] ?? date)} – ${shortDayText(days.at(-1) ?? date)}`
}

export function CalendarToolbar({
  view,
  date,
  today,
  zone,
  search,
  narrow,
  count,
  onChange,
}: {
  view: RangeView
  date: string
  today: string
  zone: string
  search: PostsSearch
  narrow: boolean
  count: string
  onChange: (change: Partial<PostsSearch>) => void
}) {
  const step = (by: number) =>
    onChange({ date: view === 'week' ? addDays(date, by * 7) : addMonths(date, by) })
  const unit = view === 'week' ? 'week' : 'month'
  return (
    <Group className="firm" p="0 var(--gutter) 12px" style={{ gap: '8px 16px' }}>
      <div className="line">
        <ActionIcon.Group>
          <ActionIcon
            size={32}
            variant="default"
            aria-label={`Previous ${unit}`}
            onClick={() => step(-1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            size={32}
            variant="default"
            aria-label={`Next ${unit}`}
            onClick={() => step(1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </ActionIcon.Group>
        <Button
          size="compact-md"
          variant="default"
          h={32}
          onClick={() => onChange({ date: today })}
        >
          Today
        </Button>
        <Box
          className="bold"
          component="h2"
          m="0 0 0 8px"
          fz="lg"
          style={{ whiteSpace: 'nowrap' }}
          aria-live="polite"
        >
          {formatTitle(view, date)}
        </Box>
      </div>
      <div className={`quiet line ${classes.facts}`}>
        <span className={`figures ${classes.count}`}>{count}</span>
        <span
          className="line"
          style={{ gap: 6 }}
          title="All times use your organisation’s time zone"
        >
          <IconWorld size={14} stroke={1.75} aria-hidden />
          {zone}
          <span className={`figures ${classes.offset}`}>{offsetText(zone, new Date())}</span>
        </span>
      </div>
      <CalendarFilters view={view} search={search} narrow={narrow} onChange={onChange} />
    </Group>
  )
}
