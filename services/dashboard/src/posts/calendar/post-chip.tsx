import { UnstyledButton } from '@mantine/core'
import type { MonthViewProps } from '@mantine/schedule'
import type { KeyboardEvent } from 'react'
import { NetworkIcon, networkName } from '../../ui/network.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { nameOf } from '../post-card.ts'
import { timeText } from '../post-times.ts'
import classes from './chip.module.css'
import type { PlacedPost } from './placed-posts.ts'
import { itemOf, postMinutes } from './schedule-events.ts'
import { Thumbnail } from './thumbnail.tsx'

/** What the entries of the grid need of the calendar around them. */
export interface ChipContext {
  readonly zone: string
  readonly openId: string | undefined
  readonly withThumbnails: boolean
  readonly onMore: (date: string) => void
  readonly onKey: (post: PlacedPost, event: KeyboardEvent) => void
}

/** The state, time, network and text of a post in a few lines. */
export const ChipFace = ({
  post: { card, dueDate },
  zone,
  withThumbnails,
}: { post: PlacedPost } & Pick<ChipContext, 'zone' | 'withThumbnails'>) => {
  const [medium] = card.post.media
  return (
    <>
      <span className={classes.chipHead}>
        <StatusBadge status={card.status} />
        <span className={classes.chipTime}>{timeText(dueDate, zone)}</span>
      </span>
      <span className={classes.chipBody}>
        {withThumbnails && medium !== undefined ? (
          <Thumbnail url={medium} size={18} />
        ) : (
          <NetworkIcon network={card.post.platform} size={14} />
        )}
        <span className={classes.hidden}>{networkName(card.post.platform)}</span>
        <span className={classes.chipText} dir="auto">
          {nameOf(card)}
        </span>
      </span>
    </>
  )
}

const minutesOfDay = 24 * 60
const gap = 3

/** Draws the entries of a month or a week. */
export const chipRenderer =
  (
    { openId, onMore, onKey, ...face }: ChipContext,
    view: 'month' | 'week',
  ): NonNullable<MonthViewProps['renderEvent']> =>
  (event, { children: _children, title: _title, ...props }) => {
    const item = itemOf(event)
    if (item.kind === 'more') {
      return (
        <UnstyledButton
          {...props}
          className={classes.more}
          draggable={false}
          onClick={() => onMore(item.date)}
        >
          + {item.count} more
        </UnstyledButton>
      )
    }
    const { post } = item
    const { left, width } = props.style ?? {}
    // The place on the clock of the organisation: the grid would take the browser's changes of daylight saving into it.
    const top = (Math.min(post.minutes, minutesOfDay - postMinutes) / minutesOfDay) * 100
    const place =
      view === 'week'
        ? { top: `${top}%`, bottom: 'auto', height: `${(postMinutes / minutesOfDay) * 100}%` }
        : {}
    return (
      <UnstyledButton
        {...props}
        style={{
          ...props.style,
          ...place,
          left: `calc(${left} + ${gap}px)`,
          width: `calc(${width} - ${gap * 2}px)`,
        }}
        className={classes.chip}
        data-status={post.card.status}
        data-open={post.card.id === openId}
        data-post={post.card.id}
        title={nameOf(post.card)}
        onKeyDown={(pressed) => onKey(post, pressed)}
      >
        <ChipFace post={post} {...face} />
      </UnstyledButton>
    )
  }
