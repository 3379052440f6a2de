import '@mantine/dates/styles.css'
import { DateTimePicker } from '@mantine/dates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../../platform/channels.ts'
import { useMe } from '../../platform/me.ts'
import { When } from '../../ui/when.tsx'
import { movePost } from '../move-post.ts'
import { isManual, isOpen, type PostCard } from '../post-card.ts'
import { momentText } from '../post-times.ts'
import { dateIn, toMoment, wallTime } from '../zoned-time.ts'
import classes from './post.module.css'

const labelId = 'post-due-label'
const valueId = 'post-due-value'

function channelName(card: PostCard, name: string | undefined): string {
  if (isManual(card)) return 'You post it on the network yourself'
  if (card.post.platform === 'email') return 'E-mail'
  if (card.post.channelId === null) return 'No account chosen'
  return name ?? 'An account that is not shared with you'
}

export function Schedule({ card, zone }: { card: PostCard; zone: string }) {
  const { data: channels } = useQuery(channelsQuery)
  const { user } = useMe()
  const channel = channels?.items.find(({ id }) => id === card.post.channelId)
  return (
    <dl className={`facts ${classes.properties}`}>
      <dt>Account</dt>
      <dd className="clamped">
        {channels === undefined && !isManual(card) ? '…' : channelName(card, channel?.name)}
      </dd>
      <dt id={labelId}>
        {isOpen(card) ? 'Move to' : card.post.postedAt === null ? 'Due' : 'Published'}
      </dt>
      <dd>
        {isOpen(card) ? (
          <MoveTo key={card.dueDate} card={card} zone={zone} />
        ) : (
          <Moment at={card.post.postedAt ?? card.dueDate} zone={zone} />
        )}
      </dd>
      {card.post.postedBy !== null && (
        <>
          <dt>By</dt>
          <dd className="clamped">
            {card.post.postedBy.id === user.id ? 'You' : card.post.postedBy.name || 'A member'}
          </dd>
        </>
      )}
      <dt>Zone</dt>
      <dd className="quiet">{zone}</dd>
    </dl>
  )
}

const Moment = ({ at, zone }: { at: string | null; zone: string }) =>
  at === null ? (
    'No date'
  ) : (
    <>
      {momentText(at, zone)}{' '}
      <span className="quiet">
        <When at={at} />
      </span>
    </>
  )

/** Lets the user choose a date and time. The post moves when the picker closes. */
function MoveTo({ card, zone }: { card: PostCard; zone: string }) {
  const queryClient = useQueryClient()
  const wall = card.dueDate === null ? null : wallTime(card.dueDate, zone)
  const before = wall === null ? null : `${wall.date} ${wall.time}:00`
  const [value, setValue] = useState(before)
  return (
    <DateTimePicker
      id={valueId}
      aria-labelledby={`${labelId} ${valueId}`}
      placeholder="Choose a time"
      valueFormat="ddd D MMM YYYY, HH:mm"
      minDate={dateIn(new Date(), zone)}
      value={value}
      onChange={setValue}
      onDropdownClose={() => {
        if (value === null || value === before) return
        // Keep the old value if the move is rejected. An accepted move remounts the field.
        setValue(before)
        void movePost(
          queryClient,
          zone,
          card,
          toMoment(value.slice(0, 10), value.slice(11, 16), zone),
        )
      }}
      submitButtonProps={{ 'aria-label': 'Move' }}
    />
  )
}
