import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelsQuery } from '../../platform/channels.ts'
import classes from './calendar.module.css'

/** The first step in a range without posts, above its grid. */
export function EmptyNote({
  isFiltered,
  onClear,
  onCreate,
}: {
  isFiltered: boolean
  onClear: () => void
  onCreate: () => void
}) {
  const { data: channels } = useQuery(channelsQuery)
  const withoutChannel = channels?.items.length === 0
  return (
    <div className={classes.empty}>
      <IconCalendarPlus size={28} stroke={1.5} aria-hidden />
      <h3>{isFiltered ? 'No post fits the filters' : 'No posts in this time'}</h3>
      <p>
        {isFiltered
          ? 'Other channels or states may have some.'
          : withoutChannel
            ? 'Posts go out through a channel: connect a Page or an account first.'
            : 'The calendar shows when each post goes out. Pick a day, or begin here.'}
      </p>
      {isFiltered ? (
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      ) : withoutChannel ? (
        <Button component={Link} to="/channels">
          Connect a channel
        </Button>
      ) : (
        <Button onClick={onCreate}>Write a post</Button>
      )}
    </div>
  )
}
