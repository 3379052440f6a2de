import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { NewSiteDialog } from '../sites/new-site-dialog.tsx'
import { SiteList } from '../sites/site-list.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/sites')

export function SitesPage() {
  const { create } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const open = () => void navigate({ search: { create: 'new' } })
  return (
    <>
      <PageHeader title="Sites">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/sites/templates/{-$id}" params={{}} />}
        >
          Templates
        </Button>
        <Button aria-label="New site" onClick={open}>
          <IconPlus size={16} aria-hidden />
          <span className="wide-label">New site</span>
        </Button>
      </PageHeader>
      <div className="page">
        <SiteList onCreate={open} />
      </div>
      {create !== undefined && (
        <NewSiteDialog
          template={create === 'new' ? undefined : create}
          onCreated={({ id }) => void navigate({ to: '/sites/$id', params: { id }, replace: true })}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </>
  )
}
