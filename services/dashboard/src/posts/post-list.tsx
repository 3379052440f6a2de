import { Button, Skeleton } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { postsQuery } from './post-queries.ts'
import classes from './posts.module.css'

/** The posts that changed last. */
export function PostList({ onCompose }: { onCompose: (post: string) => void }) {
  const query = useQuery(postsQuery)
  if (query.isPending) return <Skeleton h={56} />
  if (query.data === undefined) {
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  }
  if (query.data.items.length === 0) {
    return (
      <Empty
        icon={IconSend}
        title="No post is written"
        action={<Button onClick={() => onCompose('new')}>Write the first post</Button>}
      >
        Posts go to your connected channels, at once or at a time that you choose.
      </Empty>
    )
  }
  return (
    <ul className={classes.list}>
      {query.data.items.map((post) => (
        <li key={post.id}>
          <button type="button" className={classes.post} onClick={() => onCompose(post.id)}>
            <span className={classes.text} dir="auto">
              {post.title || post.body || 'Untitled'}
            </span>
            <StatusBadge status={post.status} />
            <When at={post.dueDate ?? post.updatedAt} />
          </button>
        </li>
      ))}
    </ul>
  )
}
