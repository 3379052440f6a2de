import { AtriumError } from '@atrium/sdk'
import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ShowMore } from '../../ui/page/show-more.tsx'
import { When } from '../../ui/when.tsx'
import type { PostCard } from '../post-card.ts'
import { commentsQuery } from '../post-detail-queries.ts'
import { toReason } from '../to-reason.ts'
import classes from './post.module.css'

export function Comments({ card }: { card: PostCard }) {
  const query = useInfiniteQuery(commentsQuery(card.id))
  const comments = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby="post-comments">
      <h3 id="post-comments" className={`title line ${classes.section}`}>
        Comments
        <BusyButton
          variant="subtle"
          size="compact-sm"
          loading={query.isFetching && !query.isPending && !query.isFetchingNextPage}
          onClick={() => void query.refetch()}
        >
          Refresh
        </BusyButton>
      </h3>
      {query.isPending && <Skeleton h={48} />}
      {query.isError && query.data === undefined && (
        <p className="quiet" role="alert">
          {query.error instanceof AtriumError && query.error.code === 'channel_not_available'
            ? 'We cannot show comments because the account is not shared with you or the network does not provide them.'
            : toReason(query.error)}
        </p>
      )}
      {query.isSuccess && comments.length === 0 && (
        <p className="quiet">Nobody has commented yet. Comments come from the network.</p>
      )}
      <ul className="plain-list ruled" style={{ marginTop: 8 }}>
        {comments.map((comment) => (
          <li key={comment.id} className="column" style={{ padding: '8px 0' }}>
            <span className="fine" dir="auto">
              {comment.author?.name ?? 'Somebody'}
              {comment.createdAt !== null && (
                <>
                  {' · '}
                  <When at={comment.createdAt} />
                </>
              )}
            </span>
            <span className="preserved" dir="auto">
              {comment.message}
            </span>
          </li>
        ))}
      </ul>
      <ShowMore query={query} label="More comments" size="compact-md" />
    </section>
  )
}
