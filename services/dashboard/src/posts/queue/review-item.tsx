import { cardTitle } from '@atrium/contracts'
import { Box, Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { NetworkIcon, networkName } from '../../ui/network.tsx'
import { Thumbnail } from '../calendar/thumbnail.tsx'
import { usePostChanges } from '../post/use-post-changes.ts'
import { type PostCard, sentBackTag } from '../post-card.ts'
import { changePostMutation } from '../post-changes.ts'
import { momentText } from '../post-times.ts'
import { toastReason } from '../to-reason.ts'
import classes from './queue.module.css'
import { findObstacle } from './readiness.ts'
import { SendBack } from './send-back.tsx'

const shownMedia = 3

interface ReviewItemProps {
  readonly card: PostCard
  readonly zone: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onOpen: () => void
  readonly onEdit: () => void
}

export function ReviewItem({ card, zone, isChosen, onChoose, onOpen, onEdit }: ReviewItemProps) {
  const { data: channels } = useQuery(channelsQuery)
  const [isSending, setIsSending] = useState(false)
  const changes = usePostChanges(zone)
  const again = useMutation(changePostMutation(useQueryClient()))
  const { dueDate, post } = card
  const channel = channels?.items.find(({ id }) => id === post.channelId)
  const obstacle = findObstacle(card, new Date())
  const lacksTarget = post.platform === 'email' ? post.to.length === 0 : post.channelId === null
  const wasSentBack = card.tags.includes(sentBackTag)
  const reviewAgain = () => {
    const tags = card.tags.filter((tag) => tag !== sentBackTag)
    again.mutateAsync({ card, patch: { tags } }).catch(toastReason)
  }
  return (
    <li
      className={`raised stack ${classes.item}`}
      data-item
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the item takes the focus of j and k.
      tabIndex={0}
      aria-label={cardTitle(card)}
    >
      <div className={`line quiet ${classes.head}`}>
        {!wasSentBack && (
          <Checkbox
            size="xs"
            aria-label={`Choose ${cardTitle(card)}`}
            checked={isChosen}
            data-action="choose"
            onChange={onChoose}
          />
        )}
        <NetworkIcon network={post.platform} size={16} />
        <span className="clipped strong" style={{ color: 'var(--text)' }}>
          {channel?.name ?? networkName(post.platform)}
        </span>
        <span className="figures firm" style={{ marginLeft: 'auto' }}>
          {dueDate === null ? 'No time' : momentText(dueDate, zone)}
        </span>
      </div>
      <button type="button" className={`plain-button ${classes.preview}`} onClick={onOpen}>
        <span className={`grow clamped preserved ${classes.text}`} dir="auto">
          {card.title !== '' && <strong>{card.title}</strong>}
          {card.body || (card.title === '' ? 'Empty post' : '')}
        </span>
        {post.media.slice(0, shownMedia).map((url) => (
          <Thumbnail key={url} url={url} size={72} />
        ))}
      </button>
      <div className="wrapped">
        {wasSentBack ? (
          <Button size="compact-sm" variant="default" onClick={reviewAgain}>
            Review again
          </Button>
        ) : (
          <>
            <Button
              size="compact-sm"
              data-action="approve"
              disabled={obstacle !== undefined}
              onClick={() => dueDate !== null && void changes.approve(card, dueDate)}
            >
              Approve
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isSending}
              onClick={() => setIsSending(!isSending)}
            >
              Send back
            </Button>
          </>
        )}
        <Button size="compact-sm" variant="default" data-action="edit" onClick={onEdit}>
          Edit
        </Button>
        {obstacle !== undefined && !wasSentBack && (
          <span className="quiet warn">
            {obstacle}.{' '}
            <Box
              type="button"
              className="plain-button"
              component="button"
              p="4px 0"
              c="inherit"
              td="underline"
              style={{ textUnderlineOffset: 3 }}
              onClick={lacksTarget ? onEdit : onOpen}
            >
              {lacksTarget ? 'Choose one' : 'Choose a time'}
            </Box>
          </span>
        )}
      </div>
      {isSending && <SendBack card={card} onDone={() => setIsSending(false)} />}
    </li>
  )
}
