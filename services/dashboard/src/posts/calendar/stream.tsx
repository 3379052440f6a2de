import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStanding } from '../../platform/records/queries.ts'
import { useLeaving } from '../../ui/feedback/leaving.ts'
import { Problem } from '../../ui/feedback/problem.tsx'
import { EmptyNote } from '../../ui/page/empty-note.tsx'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { isPost } from '../post-card.ts'
import { type Stream, streamQuery, streamStatuses } from '../post-queries.ts'
import type { PostsSearch } from '../posts-search.ts'
import classes from './calendar.module.css'
import { CalendarFilters } from './calendar-filters.tsx'
import { chosenPosts, placePosts } from './placed-posts.ts'
import { PostList } from './post-list.tsx'

interface PostStreamProps {
  readonly stream: Stream
  readonly search: PostsSearch
  readonly zone: string
  readonly today: string
  readonly narrow: boolean
  readonly onChange: (change: Partial<PostsSearch>) => void
}

const empty = {
  upcoming: {
    title: 'Nothing is planned',
    text: 'Drafts, scheduled posts and posts that need you appear here, the next one first.',
  },
  published: {
    title: 'Nothing is published yet',
    text: 'Posts appear here as soon as they are out, the newest first.',
  },
} as const

/** Lists all posts that are not published yet, or all published ones, page by page. */
export function PostStream({ stream, search, zone, today, narrow, onChange }: PostStreamProps) {
  const { channel } = search
  // A state of the other list is not a filter here.
  const status = streamStatuses(stream).find((each) => each === search.status)
  const query = useInfiniteQuery(
    streamQuery(stream, status === undefined ? streamStatuses(stream) : [status]),
  )
  const leaving = useLeaving()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const { error } = useStanding(query)
  const posts = useMemo(() => {
    const cards = new Map(
      (data?.pages ?? []).flatMap(({ items }) =>
        items.filter(isPost).map((card) => [card.id, card]),
      ),
    )
    const chosen = chosenPosts([...cards.values()], { channel, status })
    const placed = placePosts(
      chosen.filter(({ id }) => !leaving.has(id)),
      zone,
    )
    if (stream === 'published') return placed.toReversed()
    // Posts without a time come last, as in the pages.
    return [...placed.filter(({ at }) => at !== ''), ...placed.filter(({ at }) => at === '')]
  }, [data, channel, status, leaving, zone, stream])
  // The pages hold all accounts, so a page may show nothing of the chosen one.
  const lacksRows = data !== undefined && posts.length < 10 && hasNextPage
  useEffect(() => {
    if (lacksRows && !isFetching && !isError) void fetchNextPage()
  }, [lacksRows, isFetching, isError, fetchNextPage])
  const isFiltered = channel !== undefined || status !== undefined
  const words = empty[stream]
  return (
    <div className="fill">
      <div className={`line firm ${classes.streamHead}`}>
        <h2 className="bold flush" style={{ fontSize: 16 }}>
          {stream === 'upcoming' ? 'Upcoming' : 'Published'}
        </h2>
        <CalendarFilters view={stream} search={search} narrow={narrow} onChange={onChange} />
      </div>
      <div className={`fill ${classes.body}`} aria-busy={query.isPending}>
        {error !== null ? (
          <Problem error={error} onRetry={() => void query.refetch()} />
        ) : query.isSuccess && posts.length === 0 && !hasNextPage ? (
          <EmptyNote
            icon={IconCalendarPlus}
            heading="h3"
            title={isFiltered ? 'No post matches the filters' : words.title}
            action={
              isFiltered ? (
                <Button
                  variant="default"
                  onClick={() => onChange({ channel: undefined, status: undefined })}
                >
                  Clear the filters
                </Button>
              ) : (
                <Button onClick={() => onChange({ compose: 'new' })}>Write a post</Button>
              )
            }
          >
            {isFiltered ? 'Try another account or state.' : words.text}
          </EmptyNote>
        ) : (
          <PostList
            posts={posts}
            zone={zone}
            today={today}
            isPending={query.isPending || (lacksRows && posts.length === 0 && !isError)}
            openId={search.post}
            startDate=""
            onOpen={(id) => onChange({ post: id })}
          >
            {isError && <Problem error={query.error} onRetry={() => void fetchNextPage()} />}
            {!isError && <ShowMore query={query} label="Show more posts" />}
          </PostList>
        )}
      </div>
    </div>
  )
}
