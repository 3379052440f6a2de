import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { ImportButton } from '../workflows/exchange/import-button.tsx'
import { Gallery } from '../workflows/templates/gallery.tsx'

const route = getRouteApi('/inside/workflows/templates')

export function WorkflowTemplatesPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  return (
    <>
      <PageHeader title="Workflow templates">
        <ImportButton />
        <Button variant="default" component={Link} to="/workflows">
          All workflows
        </Button>
      </PageHeader>
      <Gallery
        search={search}
        onChange={(changed) =>
          void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
        }
      />
    </>
  )
}
