import {
  checkInvoice,
  getInvoice,
  type Invoice,
  type InvoiceBreakdown,
  type InvoiceDetails,
  type InvoiceSummary,
  listInvoices,
  summariseInvoices,
} from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { cursorPages, operationQuery } from '../platform/records/queries.ts'
import { taggedQuery } from '../platform/records/versions.ts'
import type { InvoicesSearch } from './invoices-search.ts'
import { toListQuery } from './list-query.ts'

const pageSize = 50

/** Reads the invoices that match the URL, page by page. */
export const invoicesQuery = (search: InvoicesSearch) => {
  const filters = toListQuery(search)
  return cursorPages(['invoices', 'list', filters], (cursor, options) =>
    atrium.call(listInvoices, { query: { ...filters, limit: pageSize, cursor } }, options),
  )
}

/** An invoice. A change returns it without the sentences about VAT. */
export type ShownInvoice = Invoice & Partial<Pick<InvoiceDetails, 'vatReasons'>>

/** Reads an invoice with its version (ETag). */
export const invoiceQuery = taggedQuery<ShownInvoice>('invoices', (id, options) =>
  atrium.call(getInvoice, { params: { id } }, options),
)

/** Reads what a draft lacks before it is issued. */
export const checkQuery = ({ id, vatRateBps }: Pick<Invoice, 'id' | 'vatRateBps'>) =>
  operationQuery(['invoices', 'check', id, vatRateBps], checkInvoice, { params: { id } })

/** Reads the paid, outstanding and overdue amounts for each currency. */
export const summaryQuery = queryOptions({
  queryKey: ['invoices', 'summary'],
  queryFn: async ({ signal }) =>
    (await atrium.call(summariseInvoices, { query: {} }, { signal })) as InvoiceSummary,
})

/** Reads the issued invoices of a period by month, customer or offer, and the forecast. */
export const breakdownQuery = ({
  by = 'month',
  from,
  to,
}: Pick<InvoicesSearch, 'by' | 'from' | 'to'>) =>
  queryOptions({
    queryKey: ['invoices', 'summary', by, from, to],
    queryFn: async ({ signal }) => {
      const query = { by, ...(from && { from }), ...(to && { to }) }
      return (await atrium.call(summariseInvoices, { query }, { signal })) as InvoiceBreakdown
    },
  })
