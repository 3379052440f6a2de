import { networksWithFigures } from '@atrium/contracts'
import { Drawer, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { NetworkIcon, networkName } from '../../ui/network.tsx'
import { Waiting } from '../../ui/page/waiting.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { isPost, type PostCard, threadProgress } from '../post-card.ts'
import { postQuery } from '../post-queries.ts'
import { Comments } from './comments.tsx'
import { Figures } from './figures.tsx'
import { History } from './history.tsx'
import { PostActions } from './post-actions.tsx'
import { PostBody } from './post-body.tsx'
import { Schedule } from './schedule.tsx'

const hasFigures = ({ post }: PostCard): boolean =>
  networksWithFigures.some((network) => network === post.platform)

interface PostDrawerProps {
  readonly id: string
  readonly zone: string
  readonly onClose: () => void
  readonly onEdit: (id: string) => void
}

export function PostDrawer({ id, zone, onClose, onEdit }: PostDrawerProps) {
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const query = useQuery(postQuery(id))
  const card = query.data?.card
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={narrow ? '100%' : 560}
      title={
        card !== undefined && isPost(card) ? (
          <span className="line" style={{ fontSize: 14 }}>
            <NetworkIcon network={card.post.platform} size={18} />
            <span className="bold" style={{ marginRight: 4 }}>
              {networkName(card.post.platform)}
            </span>
            <StatusBadge
              status={card.status}
              label={threadProgress(card)?.badge}
              by={card.post.postedBy}
            />
          </span>
        ) : (
          'Post'
        )
      }
      closeButtonProps={{ 'aria-label': 'Close the post' }}
    >
      <Waiting query={query}>
        <Stack gap={20} pb={24} aria-busy="true">
          <Skeleton h={72} radius="md" />
          <Skeleton h={160} radius="md" />
          <Skeleton h={36} w="60%" />
        </Stack>
      </Waiting>
      {card !== undefined && !isPost(card) && <p className="quiet">This card is not a post.</p>}
      {card !== undefined && isPost(card) && (
        <Stack gap={20} pb={24}>
          <PostActions card={card} zone={zone} onEdit={() => onEdit(card.id)} onClose={onClose} />
          <Schedule card={card} zone={zone} />
          <PostBody card={card} />
          {card.status === 'posted' && hasFigures(card) && <Figures id={card.id} />}
          {card.status === 'posted' && <Comments card={card} />}
          <History id={card.id} />
        </Stack>
      )}
    </Drawer>
  )
}
