import { Button, Skeleton } from '@mantine/core'
import { IconChartBar, IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { BackToInvoices } from '../invoices/back-to-invoices.tsx'
import { InvoiceList } from '../invoices/invoice-list.tsx'
import type { InvoicesSearch } from '../invoices/invoices-search.ts'
import { TotalsStrip } from '../invoices/totals-strip.tsx'
import money from '../money/money.module.css'
import { useIsAdmin } from '../money/viewer.ts'
import { afterwards, late } from '../platform/load-page.ts'
import { PageHeader } from '../ui/page-header.tsx'

const route = getRouteApi('/inside/invoices/{-$id}')
const InvoiceFilters = afterwards(
  async () => (await import('../invoices/invoice-filters.tsx')).InvoiceFilters,
)
const Summary = late(async () => (await import('../invoices/summary.tsx')).Summary)

export function InvoiceListPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
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
        <TotalsStrip />
        <Suspense
          fallback={
            <div className={`wrapped ${money.filters} ${money.filtersRoom}`} aria-busy="true" />
          }
        >
          <InvoiceFilters search={search} onChange={change} />
        </Suspense>
        <InvoiceList search={search} onClear={() => void navigate({ search: {}, replace: true })} />
      </div>
    </>
  )
}

/** Shows paid, outstanding and overdue amounts by month, customer or offer. */
export function SummaryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title="Summary" />
      <BackToInvoices />
      <Suspense fallback={<Skeleton h={320} m={24} w="auto" />}>
        <Summary
          search={search}
          onChange={(changed) =>
            void navigate({ search: (old) => ({ ...old, ...changed }), replace: true })
          }
        />
      </Suspense>
    </>
  )
}
