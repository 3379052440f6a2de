import { Button, Flex, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { orgSettingsQuery } from '../platform/records/settings.ts'
import { Calendar } from '../posts/calendar/calendar.tsx'
import { Composer } from '../posts/composer/composer.tsx'
import { PostDrawer } from '../posts/post/post-drawer.tsx'
import classes from '../posts/posts.module.css'
import type { PostsSearch } from '../posts/posts-search.ts'
import { ReviewQueue } from '../posts/queue/review-queue.tsx'
import { WaitingCount } from '../posts/queue/waiting-count.tsx'
import { PostReport } from '../posts/report.tsx'
import { Problem } from '../ui/feedback/problem.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/posts')

// The two addresses differ only in one parameter, and one of them leaves it out.
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

export function PostsPage() {
  const search = route.useSearch()
  const { view, post, compose, due, text, media } = search
  const navigate = usePageNavigate(route.useNavigate())
  const settings = useQuery(orgSettingsQuery)
  const zone = settings.data?.timezone
  const change = useCallback(
    (changed: Partial<PostsSearch>, replace = false) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace }),
    [navigate],
  )
  const edit = (id: string) => change({ compose: id })
  const waiting = (
    <Stack flex={1} gap={12} p="0 var(--gutter) var(--gutter)" aria-busy="true">
      <Skeleton h={32} w={280} />
      <Skeleton flex={1} radius="lg" />
    </Stack>
  )
  return (
    <>
      <PageHeader title="Posts">
        <Flex component="nav" gap={4} mr="auto" aria-label="Views of posts">
          <Link
            from="/posts"
            search={(old) =>
              old.view === 'review' || old.view === 'report' ? { ...old, view: undefined } : old
            }
            className={`hoverable line muted strong ${classes.tab}`}
            activeOptions={exactly}
          >
            Calendar
          </Link>
          <Link
            from="/posts"
            search={(old) => ({ ...old, view: 'review' as const })}
            className={`hoverable line muted strong ${classes.tab}`}
            activeOptions={exactly}
          >
            Review
            <WaitingCount />
          </Link>
          <Link
            from="/posts"
            search={(old) => ({ ...old, view: 'report' as const })}
            className={`hoverable line muted strong ${classes.tab}`}
            activeOptions={exactly}
          >
            Report
          </Link>
        </Flex>
        <Button flex="none" px={12} aria-label="New post" onClick={() => edit('new')}>
          <IconPlus size={16} aria-hidden />
          <span className="wide-label">New post</span>
        </Button>
      </PageHeader>
      {settings.isError && zone === undefined && (
        <Problem error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {zone === undefined ? (
        !settings.isError && waiting
      ) : view === 'review' ? (
        <ReviewQueue zone={zone} onOpen={(id) => change({ post: id })} onEdit={edit} />
      ) : view === 'report' ? (
        <PostReport />
      ) : (
        <Calendar search={search} zone={zone} onChange={change} />
      )}
      {post !== undefined && zone !== undefined && (
        <PostDrawer
          key={post}
          id={post}
          zone={zone}
          onClose={() => change({ post: undefined }, true)}
          onEdit={(id) => change({ compose: id, post: undefined })}
        />
      )}
      {compose !== undefined && (
        <Composer
          key={compose}
          post={compose}
          start={{ due, text, media }}
          onClose={() =>
            change({ compose: undefined, due: undefined, text: undefined, media: undefined }, true)
          }
        />
      )}
    </>
  )
}
