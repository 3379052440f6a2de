import { getRouteApi } from '@tanstack/react-router'
import { InvoicePage } from './invoice.tsx'
import { InvoiceListPage, SummaryPage } from './invoice-list.tsx'
import { NewInvoicePage } from './new-invoice.tsx'

const route = getRouteApi('/inside/invoices/{-$id}')

/**
 * Shows the list of invoices, one invoice, a new invoice or the summary, depending on the address.
 */
export function InvoicesPage() {
  const { id } = route.useParams()
  if (id === undefined) return <InvoiceListPage />
  if (id === 'new') return <NewInvoicePage />
  return id === 'summary' ? <SummaryPage /> : <InvoicePage key={id} id={id} />
}
