import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PostList } from '../posts/post-list.tsx'
import classes from '../posts/posts.module.css'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/posts')
const Composer = lazy(async () => ({ default: (await import('../posts/composer/composer.tsx')).Composer }))

export function PostsPage() {
  const { compose, due } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (post: string) => void navigate({ search: (old) => ({ ...old, compose: post }) })
  const close = () =>
    void navigate({ search: (old) => ({ ...old, compose: undefined, due: undefined }), replace: true })
  return (
    <>
      <PageHeader title="Posts">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
          New post
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <PostList onCompose={open} />
      </div>
      <Suspense>
        {compose !== undefined && (
          <Composer key={compose} post={compose} {...(due === undefined ? {} : { due })} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
