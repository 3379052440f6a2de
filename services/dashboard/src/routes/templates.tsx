import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'

const route = getRouteApi('/inside/sites/templates/{-$id}')
const OneTemplate = late(async () => (await import('../sites/one-template.tsx')).OneTemplate)
const TemplateList = late(async () => (await import('../sites/template-list.tsx')).TemplateList)

export function TemplatesPage() {
  const { id } = route.useParams()
  if (id !== undefined) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <OneTemplate key={id} id={id} />
      </Suspense>
    )
  }
  return (
    <>
      <PageHeader title="Site templates">
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/sites" />}>
          All sites
        </Button>
        <Button
          aria-label="New template"
          renderRoot={(props) => (
            <Link {...props} to="/sites/templates/{-$id}" params={{ id: 'new' }} />
          )}
        >
          <IconPlus size={16} aria-hidden />
          <span className="wide-label">New template</span>
        </Button>
      </PageHeader>
      <div className="page">
        <Suspense fallback={<PageSkeleton />}>
          <TemplateList />
        </Suspense>
      </div>
    </>
  )
}
