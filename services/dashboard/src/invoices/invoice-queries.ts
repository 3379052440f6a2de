import {
  type CreateInvoice,
  createInvoice,
  finalizeInvoice,
  getInvoice,
  type Invoice,
  type InvoiceBreakdown,
  type InvoiceSummary,
  listInvoices,
  type MarkInvoicePaid,
  markInvoicePaid,
  resetInvoice,
  sendInvoice,
  summariseInvoices,
  syncInvoice,
  type UpdateInvoice,
  updateInvoice,
  voidInvoice,
} from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/api.ts'
import type { InvoicesSearch } from './invoices-search.ts'
import { listQueryOf } from './list-query.ts'

const pageSize = 50

/** The invoices of an address, page by page. */
export const invoicesQuery = (search: InvoicesSearch) => {
  const filters = listQueryOf(search)
  return infiniteQueryOptions({
    queryKey: ['invoices', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listInvoices,
        { query: { ...filters, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** One invoice. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: ({ signal }) => atrium.call(getInvoice, { params: { id } }, { signal }),
  })

/** The paid, outstanding and overdue amounts, each currency apart. */
export const summaryQuery = queryOptions({
  queryKey: ['invoices', 'summary'],
  queryFn: async ({ signal }) =>
    (await atrium.call(summariseInvoices, { query: {} }, { signal })) as InvoiceSummary,
})

type Breakdown = Required<Pick<InvoicesSearch, 'by'>> & Pick<InvoicesSearch, 'from' | 'to'>

/** The issued invoices of a period by month, customer or offer, and the forecast. */
export const breakdownQuery = ({ by, from, to }: Breakdown) =>
  queryOptions({
    queryKey: ['invoices', 'summary', by, from, to],
    queryFn: async ({ signal }) =>
      (await atrium.call(
        summariseInvoices,
        { query: { ...(by && { by }), ...(from && { from }), ...(to && { to }) } },
        { signal },
      )) as InvoiceBreakdown,
  })

/** Takes a changed invoice over, and asks again for everything that shows it. */
function take(queryClient: QueryClient, invoice: Invoice): Promise<unknown> {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
  return refreshInvoices(queryClient)
}

/** Asks again for everything that shows invoices. */
export const refreshInvoices = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [['invoices'], ['schedules'], ['attention']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

/** The body that makes or changes a draft. */
export type InvoiceBody = z.input<typeof CreateInvoice> & Pick<z.input<typeof UpdateInvoice>, 'vatRateBps'>

/** Drafts an invoice, or changes a draft. A repeated key makes one. */
export const saveInvoiceMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, key, body }: { id: string | undefined; key: string; body: InvoiceBody }) => {
      if (id === undefined) return atrium.call(createInvoice, { body }, { idempotencyKey: key })
      return atrium.call(updateInvoice, { params: { id }, body: { ...body, dueDate: body.dueDate ?? null } })
    },
    onSuccess: (invoice) => take(queryClient, invoice),
  })

/** Numbers and opens a draft, and mails it. */
export const finalizeMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (key: string) => atrium.call(finalizeInvoice, { params: { id } }, { idempotencyKey: key }),
    onSuccess: ({ warnings: _, ...invoice }) => take(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

const steps = { send: sendInvoice, void: voidInvoice, reset: resetInvoice, sync: syncInvoice } as const

/** A step of an issued invoice that needs no more than its name. */
export type InvoiceStep = keyof typeof steps

export const stepMutation = (queryClient: QueryClient, id: string, step: InvoiceStep) =>
  mutationOptions({
    mutationFn: (key: string): Promise<Invoice> =>
      step === 'send'
        ? atrium.call(sendInvoice, { params: { id } }, { idempotencyKey: key })
        : atrium.call(steps[step], { params: { id } }),
    onSuccess: (invoice) => take(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

/** Records a payment outside the processor. */
export const markPaidMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ key, body }: { key: string; body: z.input<typeof MarkInvoicePaid> }) =>
      atrium.call(markInvoicePaid, { params: { id }, body }, { idempotencyKey: key }),
    onSuccess: (invoice) => take(queryClient, invoice),
  })
