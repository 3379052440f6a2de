import { cardTitle } from '@atrium/contracts'
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps, KeyboardEvent } from 'react'
import { NetworkIcon, networkName } from '../../ui/network.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { threadProgress } from '../post-card.ts'
import { timeText } from '../post-times.ts'
import classes from './chip.module.css'
import type { PlacedPost } from './placed-posts.ts'
import { Thumbnail } from './thumbnail.tsx'

export interface ChipContext {
  readonly zone: string
  readonly openId: string | undefined
  readonly withThumbnails: boolean
  readonly onMore: (date: string) => void
  readonly onKey: (post: PlacedPost, event: KeyboardEvent) => void
}

const ChipFace = ({
  post: { card, at },
  zone,
  withThumbnails,
}: { post: PlacedPost } & Pick<ChipContext, 'zone' | 'withThumbnails'>) => {
  const [medium] = card.post.media
  return (
    <>
      <span className={`line ${classes.chipHead}`}>
        <StatusBadge
          status={card.status}
          label={threadProgress(card)?.badge}
          by={card.post.postedBy}
        />
        <span className="figures glyph">{timeText(at, zone)}</span>
      </span>
      <span className={`line ${classes.chipBody}`}>
        {withThumbnails && medium !== undefined ? (
          <Thumbnail url={medium} size={18} />
        ) : (
          <NetworkIcon network={card.post.platform} size={14} />
        )}
        <span className="hidden">{networkName(card.post.platform)}</span>
        <span className="strong clipped" dir="auto">
          {cardTitle(card)}
        </span>
      </span>
    </>
  )
}

export const PostChip = ({ post, context, className = '', ...rest }: PostChipProps) => {
  const { openId, onKey, ...face } = context
  return (
    <UnstyledButton
      {...rest}
      className={`${classes.chip} ${className}`}
      data-status={post.card.status}
      data-open={post.card.id === openId}
      data-post={post.card.id}
      title={[cardTitle(post.card), threadProgress(post.card)?.sentence]
        .filter((text) => text !== undefined)
        .join('\n')}
      onKeyDown={(pressed) => onKey(post, pressed)}
    >
      <ChipFace post={post} {...face} />
    </UnstyledButton>
  )
}

/** Shows how many posts of a day or an hour do not fit. A click opens the day. */
export const MoreChip = ({ count, className = '', ...rest }: { count: number } & ChipProps) => (
  <UnstyledButton {...rest} className={`${classes.more} ${className}`} draggable={false}>
    + {count} more
  </UnstyledButton>
)

type ChipProps = UnstyledButtonProps & Omit<ComponentProps<'button'>, 'style'>
type PostChipProps = ChipProps & { readonly post: PlacedPost; readonly context: ChipContext }
