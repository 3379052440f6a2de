import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { GallerySkeleton } from '../workflows/templates/gallery-skeleton.tsx'

const Gallery = late(async () => (await import('../workflows/templates/gallery.tsx')).Gallery)

export const WorkflowTemplatesPage = () => (
  <>
    <PageHeader title="Templates">
      <Button variant="default" component={Link} to="/workflows">
        All workflows
      </Button>
    </PageHeader>
    <Suspense fallback={<GallerySkeleton />}>
      <Gallery />
    </Suspense>
  </>
)
