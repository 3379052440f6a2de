import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { EmptyNote } from '../../ui/page/empty-note.tsx'

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
      title={isFiltered ? 'No post matches the filters' : 'No posts in this time'}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        ) : withoutChannel ? (
          <Button component={Link} to="/channels">
            Connect an account
          </Button>
        ) : (
          <Button onClick={onCreate}>Write a post</Button>
        )
      }
    >
      {isFiltered
        ? 'Try another account or state.'
        : withoutChannel
          ? 'You publish posts with an account. Connect one first.'
          : 'The calendar shows when each post is published. Pick a day or start here.'}
    </EmptyNote>
  )
}
