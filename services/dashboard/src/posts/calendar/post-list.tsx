import { cardTitle } from '@atrium/contracts'
import { Box, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { NetworkIcon, networkName } from '../../ui/network.tsx'
import { Skeletons } from '../../ui/page/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { threadProgress } from '../post-card.ts'
import { dayText, timeText } from '../post-times.ts'
import classes from './list.module.css'
import { byDate, type PlacedPost } from './placed-posts.ts'
import { Thumbnail } from './thumbnail.tsx'

type Row =
  | { readonly kind: 'day'; readonly key: string; readonly date: string; readonly count: number }
  | { readonly kind: 'post'; readonly key: string; readonly post: PlacedPost }

const heights = { day: 44, post: 68 } as const

interface PostListProps {
  readonly posts: readonly PlacedPost[]
  readonly zone: string
  readonly today: string
  readonly isPending: boolean
  readonly openId: string | undefined
  /** The first day to scroll to. Undefined means today. */
  readonly startDate: string | undefined
  readonly onOpen: (id: string) => void
  /** Shown below the rows. */
  readonly children?: ReactNode
}

/** Lists posts under their days. Only the visible rows are rendered. */
export function PostList({
  posts,
  zone,
  today,
  isPending,
  openId,
  startDate,
  onOpen,
  children,
}: PostListProps) {
  const rows = useMemo<readonly Row[]>(
    () =>
      [...byDate(posts)].flatMap(([date, ofDay]) => [
        { kind: 'day' as const, key: date, date, count: ofDay.length },
        ...ofDay.map((post) => ({ kind: 'post' as const, key: post.card.id, post })),
      ]),
    [posts],
  )
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'post'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  })
  const start = startDate ?? today
  const isLoaded = rows.length > 0
  useEffect(() => {
    if (!isLoaded) return
    const at = rows.findIndex((row) => row.kind === 'day' && row.date >= start)
    if (at > 0) list.scrollToIndex(at, { align: 'start' })
    // Later responses must not move the reader's scroll position.
  }, [isLoaded, start])
  if (isPending) {
    return (
      <Box className="scrolling" mb={{ base: -16, sm: -24 }} pb={{ base: 16, sm: 24 }}>
        <Skeletons count={5} h={60} mb={8} radius="md" />
      </Box>
    )
  }
  return (
    <Box ref={scroll} className="scrolling" mb={{ base: -16, sm: -24 }} pb={{ base: 16, sm: 24 }}>
      <VirtualRows rows={list} items={rows} maxWidth={1_000}>
        {(row) =>
          row.kind === 'day' ? (
            <h3 className={`small-title ${classes.dayHead}`} data-today={row.date === today}>
              {row.date === '' ? 'Without a date' : dayText(row.date)}
              <span className="muted figures" style={{ fontWeight: 400 }}>
                {row.date === today ? 'Today · ' : ''}
                {row.count}
              </span>
            </h3>
          ) : (
            <PostRow post={row.post} zone={zone} isOpen={row.key === openId} onOpen={onOpen} />
          )
        }
      </VirtualRows>
      {children}
    </Box>
  )
}

interface PostRowProps {
  readonly post: PlacedPost
  readonly zone: string
  readonly isOpen: boolean
  readonly onOpen: (id: string) => void
}

function PostRow({ post: { card, at }, zone, isOpen, onOpen }: PostRowProps) {
  const [medium] = card.post.media
  const { data: channels } = useQuery(channelsQuery)
  const channel = channels?.items.find(({ id }) => id === card.post.channelId)
  return (
    <UnstyledButton
      className={`hoverable line ${classes.post}`}
      data-open={isOpen}
      onClick={() => onOpen(card.id)}
    >
      <span className="quiet figures firm" style={{ width: 44 }}>
        {at === '' ? '–' : timeText(at, zone)}
      </span>
      {medium === undefined ? (
        <Box className="middled firm" component="span" w={44} h={44} bdrs={6} bg="var(--sunken)">
          <NetworkIcon network={card.post.platform} size={20} />
        </Box>
      ) : (
        <Thumbnail url={medium} size={44} />
      )}
      <span className="words">
        <span className="strong clipped" dir="auto">
          {cardTitle(card)}
        </span>
        <span className={`fine line ${classes.postFacts}`}>
          {medium !== undefined && <NetworkIcon network={card.post.platform} size={14} />}
          <span className="clipped">
            {channel !== undefined && `${channel.name} · `}
            {networkName(card.post.platform)}
          </span>
        </span>
      </span>
      <StatusBadge
        status={card.status}
        label={threadProgress(card)?.badge}
        by={card.post.postedBy}
      />
    </UnstyledButton>
  )
}
