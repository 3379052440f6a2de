import { platforms, postStatuses } from '@atrium/contracts'
import { ActionIcon, Button, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../platform/channels.ts'
import { networkName } from '../../ui/network.tsx'
import { statusLabel } from '../../ui/status-badge.tsx'
import { monthText, offsetText, shortDayText } from '../post-times.ts'
import type { PostsSearch } from '../posts-search.ts'
import { addDays, addMonths, daysOf, type RangeView } from '../zoned-time.ts'
import classes from './calendar.module.css'

const views = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
]
const states = [
  { value: '', label: 'All states' },
  ...postStatuses.map((value) => ({ value, label: statusLabel(value) })),
]

function titleOf(view: RangeView, date: string): string {
  if (view !== 'week') return monthText(date)
  const days = daysOf('week', date)
  return `${shortDayText(days[0] ?? date)} – ${shortDayText(days.at(-1) ?? date)}`
}

/** The shown range, the views and the filters, and the zone in use. */
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
  /** The number of posts in sight, in words. */
  count: string
  onChange: (change: Partial<PostsSearch>) => void
}) {
  const { data: channels } = useQuery(channelsQuery)
  const step = (by: number) =>
    onChange({ date: view === 'week' ? addDays(date, by * 7) : addMonths(date, by) })
  const unit = view === 'week' ? 'week' : 'month'
  const choices = [
    { value: '', label: 'All channels' },
    ...(channels?.items ?? [])
      .filter(({ network }) => platforms.some((platform) => platform === network))
      .map(({ id, name, network }) => ({ value: id, label: `${name} · ${networkName(network)}` })),
  ]
  return (
    <div className={classes.toolbar}>
      <div className={classes.range}>
        <ActionIcon.Group>
          <ActionIcon size={32} variant="default" aria-label={`Previous ${unit}`} onClick={() => step(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon size={32} variant="default" aria-label={`Next ${unit}`} onClick={() => step(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </ActionIcon.Group>
        <Button
          size="compact-md"
          variant="default"
          className={classes.today}
          onClick={() => onChange({ date: today })}
        >
          Today
        </Button>
        <h2 className={classes.title} aria-live="polite">
          {titleOf(view, date)}
        </h2>
      </div>
      <div className={classes.facts}>
        <span className={classes.count}>{count}</span>
        <Tooltip label="Every time here is in the zone of the organisation">
          <span className={classes.zone}>
            <IconWorld size={14} stroke={1.75} aria-hidden />
            {zone}
            <span className={classes.offset}>{offsetText(zone, new Date())}</span>
          </span>
        </Tooltip>
      </div>
      <div className={classes.filters}>
        <NativeSelect
          size="xs"
          aria-label="Channel"
          className={classes.filter}
          data={choices}
          value={search.channel ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ channel: value === '' ? undefined : value })}
        />
        <NativeSelect
          size="xs"
          aria-label="State"
          className={classes.filter}
          data={states}
          value={search.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ status: value === '' ? undefined : (value as PostsSearch['status']) })
          }
        />
        {!narrow && (
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={views}
            value={view}
            onChange={(value) => onChange({ view: value as RangeView })}
          />
        )}
      </div>
    </div>
  )
}
