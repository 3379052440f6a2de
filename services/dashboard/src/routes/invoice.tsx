import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { BackToInvoices } from '../invoices/back-to-invoices.tsx'
import { invoiceQuery } from '../invoices/invoice-queries.ts'
import type { InvoicesSearch } from '../invoices/invoices-search.ts'
import { useIsAdmin } from '../money/viewer.ts'
import { useFirstContent } from '../platform/first-content.ts'
import { late } from '../platform/load-page.ts'
import { useStanding } from '../platform/use-standing.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Problem } from '../ui/problem.tsx'

const route = getRouteApi('/inside/invoices/{-$id}')
const DraftEditor = late(async () => (await import('../invoices/editor.tsx')).DraftEditor)
const FinalizeDialog = late(
  async () => (await import('../invoices/finalize-dialog.tsx')).FinalizeDialog,
)
const InvoiceActions = late(
  async () => (await import('../invoices/invoice-actions.tsx')).InvoiceActions,
)
const InvoiceView = late(async () => (await import('../invoices/invoice-view.tsx')).InvoiceView)

/** Shows the editor if the invoice is a draft, otherwise the sheet. */
export function InvoicePage({ id }: { id: string }) {
  const { view, finalize } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useIsAdmin()
  const query = useQuery(invoiceQuery(id))
  const { error, isPending } = useStanding(query)
  useFirstContent(!isPending)
  const invoice = query.data
  const isDraft = invoice?.status === 'draft'
  const show = (search: InvoicesSearch) => void navigate({ search, replace: true })
  return (
    <>
      <PageHeader title={invoice?.number ?? (isDraft ? 'Draft invoice' : 'Invoice')}>
        <Suspense>
          {invoice !== undefined && !isDraft && <InvoiceActions invoice={invoice} />}
        </Suspense>
      </PageHeader>
      <BackToInvoices />
      {isPending && <Skeleton h={320} m={24} w="auto" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      <Suspense fallback={<Skeleton h={320} m={24} w="auto" />}>
        {invoice !== undefined && isDraft && isAdmin && (
          <DraftEditor invoice={invoice} onFinalize={() => show({ finalize: true })} />
        )}
        {invoice !== undefined && (!isDraft || !isAdmin) && (
          <InvoiceView
            invoice={invoice}
            view={view}
            onView={(chosen) => show(chosen === undefined ? {} : { view: chosen })}
          />
        )}
      </Suspense>
      <Suspense>
        {finalize === true && invoice !== undefined && isDraft && isAdmin && (
          <FinalizeDialog invoice={invoice} onClose={() => show({})} />
        )}
      </Suspense>
    </>
  )
}
