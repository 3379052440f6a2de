import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { OneTemplate } from '../sites/templates/one-template.tsx'
import { TemplateList } from '../sites/templates/template-list.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'

const route = getRouteApi('/inside/sites/templates/{-$id}')

export function TemplatesPage() {
  const { id } = route.useParams()
  if (id !== undefined) {
    return <OneTemplate key={id} id={id} />
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
        <TemplateList />
      </div>
    </>
  )
}
