import { postStatuses, socialPlatforms } from '@atrium/contracts'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { networkName } from '../../ui/network.tsx'
import { statusLabel } from '../../ui/status-looks.ts'
import { type Stream, streamStatuses } from '../post-queries.ts'
import type { PostsSearch } from '../posts-search.ts'
import type { RangeView } from '../zoned-time.ts'
import classes from './calendar.module.css'

const views = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'Days' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'published', label: 'Published' },
] as const

interface CalendarFiltersProps {
  readonly view: RangeView | Stream
  readonly search: PostsSearch
  readonly narrow: boolean
  readonly onChange: (change: Partial<PostsSearch>) => void
}

export function CalendarFilters({ view, search, narrow, onChange }: CalendarFiltersProps) {
  const { data: channels } = useQuery(channelsQuery)
  const choices = [
    { value: '', label: 'All accounts' },
    ...(channels?.items ?? [])
      .filter(({ network }) => socialPlatforms.some((platform) => platform === network))
      .map(({ id, name, network }) => ({ value: id, label: `${name} · ${networkName(network)}` })),
    { value: 'email', label: networkName('email') },
  ]
  const statuses = view === 'upcoming' || view === 'published' ? streamStatuses(view) : postStatuses
  const states = [
    { value: '', label: 'All states' },
    ...statuses.map((value) => ({ value, label: statusLabel(value) })),
  ]
  return (
    <div className={`line ${classes.filters}`}>
      <NativeSelect
        size="xs"
        aria-label="Account"
        className={classes.filter}
        data={choices}
        value={search.channel ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ channel: value === '' ? undefined : value })
        }
      />
      <NativeSelect
        size="xs"
        aria-label="State"
        className={classes.filter}
        data={states}
        value={statuses.find((status) => status === search.status) ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: value === '' ? undefined : (value as PostsSearch['status']) })
        }
      />
      <SegmentedControl
        size="xs"
        aria-label="View"
        className={classes.views}
        // A narrow window has no room for a month or a week.
        data={views.filter(({ value }) => !narrow || (value !== 'month' && value !== 'week'))}
        value={view}
        onChange={(value) => onChange({ view: value as RangeView | Stream })}
      />
    </div>
  )
}
