import { estimateStatuses } from '@atrium/contracts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EstimateList } from '../invoices/estimates/estimate-list.tsx'
import { estimateStatusLabel } from '../invoices/estimates/estimate-status.tsx'
import { ListFilters } from '../invoices/list-filters.tsx'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { Page } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/estimates/{-$id}')

export function EstimateListPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/estimates/{-$id}" params={{ id: 'new' }} />}
    >
      New estimate
    </Button>
  )
  return (
    <Page title="Estimates" actions={isAdmin && create}>
      <ListFilters
        search={search}
        statuses={estimateStatuses}
        toLabel={estimateStatusLabel}
        onChange={(changed) =>
          void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
        }
      />
      <EstimateList search={search} onClear={() => void navigate({ search: {}, replace: true })} />
    </Page>
  )
}
