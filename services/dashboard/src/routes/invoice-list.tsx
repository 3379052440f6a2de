import { Button } from '@mantine/core'
import { IconChartBar, IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { BackToInvoices } from '../invoices/back-to-invoices.tsx'
import { InvoiceFilters } from '../invoices/invoice-filters.tsx'
import { InvoiceList } from '../invoices/invoice-list.tsx'
import type { InvoicesSearch } from '../invoices/invoices-search.ts'
import { Summary } from '../invoices/summary.tsx'
import { TotalsStrip } from '../invoices/totals-strip.tsx'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { SetUpChecklist } from '../money/set-up/set-up-checklist.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/invoices/{-$id}')

export function InvoiceListPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const change = (changed: Partial<InvoicesSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
  return (
    <>
      <PageHeader title="Invoices">
        <Button
          component={Link}
          to="/invoices/summary"
          variant="subtle"
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          Summary
        </Button>
        {isAdmin && (
          <Button
            component={Link}
            to="/invoices/new"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            New invoice
          </Button>
        )}
      </PageHeader>
      <div className="page">
        <SetUpChecklist />
        <TotalsStrip />
        <InvoiceFilters search={search} onChange={change} />
        <InvoiceList search={search} onClear={() => void navigate({ search: {}, replace: true })} />
      </div>
    </>
  )
}

/** Shows paid, outstanding and overdue amounts by month, customer or offer. */
export function SummaryPage() {
  const search = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  return (
    <>
      <PageHeader title="Summary" />
      <BackToInvoices />
      <Summary
        search={search}
        onChange={(changed) =>
          void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
        }
      />
    </>
  )
}
