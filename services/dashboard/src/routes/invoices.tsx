import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { late } from '../platform/load-page.ts'

const route = getRouteApi('/inside/invoices/{-$id}')
const InvoiceListPage = late(async () => (await import('./invoice-list.tsx')).InvoiceListPage)
const SummaryPage = late(async () => (await import('./invoice-list.tsx')).SummaryPage)
const InvoicePage = late(async () => (await import('./invoice.tsx')).InvoicePage)
const NewInvoicePage = late(async () => (await import('./new-invoice.tsx')).NewInvoicePage)

/**
 * Shows the list of invoices, one invoice, a new invoice or the summary, depending on the address.
 */
export function InvoicesPage() {
  const { id } = route.useParams()
  return (
    <Suspense fallback={<Skeleton h={320} m={24} w="auto" />}>
      {id === undefined ? (
        <InvoiceListPage />
      ) : id === 'new' ? (
        <NewInvoicePage />
      ) : id === 'summary' ? (
        <SummaryPage />
      ) : (
        <InvoicePage key={id} id={id} />
      )}
    </Suspense>
  )
}
