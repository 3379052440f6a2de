import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BackToInvoices } from '../invoices/back-to-invoices.tsx'
import { DraftEditor } from '../invoices/editor.tsx'
import { FinalizeDialog } from '../invoices/finalize-dialog.tsx'
import { InvoiceActions } from '../invoices/invoice-actions.tsx'
import { invoiceQuery } from '../invoices/invoice-queries.ts'
import { InvoiceView } from '../invoices/invoice-view.tsx'
import type { InvoicesSearch } from '../invoices/invoices-search.ts'
import { useIsAdmin } from '../money/amounts/viewer.ts'
import { useStanding } from '../platform/records/queries.ts'
import { Problem } from '../ui/feedback/problem.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'

const route = getRouteApi('/inside/invoices/{-$id}')

/** Shows the editor if the invoice is a draft, otherwise the sheet. */
export function InvoicePage({ id }: { id: string }) {
  const { view, finalize } = route.useSearch()
  const navigate = usePageNavigate(route.useNavigate())
  const isAdmin = useIsAdmin()
  const query = useQuery(invoiceQuery(id))
  const { error, isPending } = useStanding(query)
  const invoice = query.data
  const isDraft = invoice?.status === 'draft'
  const show = (search: InvoicesSearch) => void navigate({ search, replace: true })
  return (
    <>
      <PageHeader title={invoice?.number ?? (isDraft ? 'Draft invoice' : 'Invoice')}>
        {invoice !== undefined && !isDraft && <InvoiceActions invoice={invoice} />}
      </PageHeader>
      <BackToInvoices />
      {isPending && <Skeleton h={320} m={24} w="auto" />}
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
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
      {finalize === true && invoice !== undefined && isDraft && isAdmin && (
        <FinalizeDialog invoice={invoice} onClose={() => show({})} />
      )}
    </>
  )
}
