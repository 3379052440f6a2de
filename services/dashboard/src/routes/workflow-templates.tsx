import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { GallerySkeleton } from '../workflows/templates/gallery-skeleton.tsx'

const Gallery = late(async () => (await import('../workflows/templates/gallery.tsx')).Gallery)
const route = getRouteApi('/inside/workflows/templates')

export function WorkflowTemplatesPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title="Workflow templates">
        <Button variant="default" component={Link} to="/workflows">
          All workflows
        </Button>
      </PageHeader>
      <Suspense fallback={<GallerySkeleton />}>
        <Gallery
          search={search}
          onChange={(changed) =>
            void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
          }
        />
      </Suspense>
    </>
  )
}
