import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelsQuery } from '../../platform/channels.ts'
import { EmptyNote } from '../../ui/empty-note.tsx'

interface EmptyCalendarProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly onCreate: () => void
}

export function EmptyCalendar({ isFiltered, onClear, onCreate }: EmptyCalendarProps) {
  const { data: channels } = useQuery(channelsQuery)
  const withoutChannel = channels?.items.length === 0
  return (
    <EmptyNote
      icon={IconCalendarPlus}
      heading="h3"
      title={isFiltered ? 'No post fits the filters' : 'No posts in this time'}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        ) : withoutChannel ? (
          <Button component={Link} to="/channels">
            Connect a channel
          </Button>
        ) : (
          <Button onClick={onCreate}>Write a post</Button>
        )
      }
    >
      {isFiltered
        ? 'Other channels or states may have some.'
        : withoutChannel
          ? 'Posts go out through a channel: connect a Page or an account first.'
          : 'The calendar shows when each post goes out. Pick a day, or begin here.'}
    </EmptyNote>
  )
}
