import { getRouteApi } from '@tanstack/react-router'
import { Approvals } from '../approvals/approvals.tsx'
import { Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/approvals')

export function ApprovalsPage() {
  const { show } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  return (
    <Page title="Approvals">
      <Approvals
        all={show === 'all'}
        onShow={(all) =>
          void navigate({ search: { show: all ? 'all' : undefined }, replace: true })
        }
      />
    </Page>
  )
}
