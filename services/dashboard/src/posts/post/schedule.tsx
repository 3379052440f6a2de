import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { useMe } from '../../platform/session/me.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MomentInput } from '../../ui/dates/moment-input.tsx'
import { formatWallTime, parseWallTime } from '../../ui/dates/wall-time.ts'
import { When } from '../../ui/when.tsx'
import { movePost } from '../move-post.ts'
import { isManual, isOpen, type PostCard } from '../post-card.ts'
import { momentText } from '../post-times.ts'
import { dateIn } from '../zoned-time.ts'
import classes from './post.module.css'

function channelName(card: PostCard, name: string | undefined): string {
  if (isManual(card)) return 'You post it on the network yourself'
  if (card.post.platform === 'email') return 'Email'
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
      <dt>{isOpen(card) ? 'Move to' : card.post.postedAt === null ? 'Due' : 'Published'}</dt>
      <dd>
        {isOpen(card) ? (
          <MoveTo card={card} zone={zone} />
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

/** Lets the user choose a date and time. The post moves when the user presses the button. */
function MoveTo({ card, zone }: { card: PostCard; zone: string }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const before = card.dueDate === null ? '' : formatWallTime(card.dueDate, zone)
  const value = typed ?? before
  const moment = value === before ? undefined : parseWallTime(value, zone)
  return (
    <div className="wrapped">
      <MomentInput
        label="Move to"
        hideLabel
        firstDay={dateIn(new Date(), zone)}
        value={value}
        onChange={setTyped}
      />
      <BusyButton
        variant="default"
        blocked={moment === undefined}
        onClick={() => {
          if (moment === undefined) return
          // Show the old value again if the move is rejected.
          setTyped(undefined)
          void movePost(queryClient, zone, card, moment)
        }}
      >
        Move
      </BusyButton>
    </div>
  )
}
