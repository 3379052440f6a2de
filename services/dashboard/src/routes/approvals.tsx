import { getRouteApi } from '@tanstack/react-router'
import { Approvals } from '../approvals/approvals.tsx'
import { Page } from '../ui/page/page-header.tsx'

const route = getRouteApi('/inside/approvals')

export function ApprovalsPage() {
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
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
