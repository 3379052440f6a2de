import { getRouteApi } from '@tanstack/react-router'
import { EstimatePage, NewEstimatePage } from './estimate.tsx'
import { EstimateListPage } from './estimate-list.tsx'
import { InvoicePage } from './invoice.tsx'
import { InvoiceListPage, SummaryPage } from './invoice-list.tsx'
import { NewInvoicePage } from './new-invoice.tsx'

const route = getRouteApi('/inside/invoices/{-$id}')
const estimateRoute = getRouteApi('/inside/estimates/{-$id}')

/**
 * Shows the list of invoices, one invoice, a new invoice or the summary, depending on the address.
 */
export function InvoicesPage() {
  const { id } = route.useParams()
  if (id === undefined) return <InvoiceListPage />
  if (id === 'new') return <NewInvoicePage />
  return id === 'summary' ? <SummaryPage /> : <InvoicePage key={id} id={id} />
}

/**
 * Shows the estimates, one estimate or a new one. Invoices and estimates share one file in the
 * build, because they share their editor.
 */
export function EstimatesPage() {
  const { id } = estimateRoute.useParams()
  if (id === undefined) return <EstimateListPage />
  return id === 'new' ? <NewEstimatePage /> : <EstimatePage key={id} id={id} />
}
