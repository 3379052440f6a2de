import {
  type FinalizedInvoice,
  finalizeInvoice,
  type Invoice,
  listCreditNotes,
  resetInvoice,
  sendInvoice,
  syncInvoice,
  voidInvoice,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { offsetPages } from '../platform/offset-pages.ts'
import type { SendKeyed } from '../platform/request-keys.ts'
import { type Tagged, tagged } from '../platform/tagged.ts'
import { invoiceQuery } from './invoice-queries.ts'

/** The first keys of the queries that show invoices. */
export const shownIn = ['invoices', 'schedules', 'attention'] as const

/** Takes a changed invoice over, and asks again for everything that shows it. */
export function takeInvoice(queryClient: QueryClient, invoice: Tagged<Invoice>): Promise<unknown> {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
  return refreshInvoices(queryClient)
}

/** Asks again for everything that shows invoices. */
export const refreshInvoices = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(shownIn.map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })))

/** Numbers and opens a draft as it was shown, and mails it. */
export const finalizeMutation = (queryClient: QueryClient, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: ({ id, etag }: Tagged<Invoice>) =>
      keyed({ id, etag }, (idempotencyKey) =>
        tagged<FinalizedInvoice>(
          atrium.call(
            finalizeInvoice,
            { params: { id } },
            { idempotencyKey, ...(etag !== null && { ifMatch: etag }) },
          ),
        ),
      ),
    onSuccess: ({ warnings: _, eInvoiceWarnings: __, ...invoice }) =>
      takeInvoice(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

const steps = {
  send: sendInvoice,
  void: voidInvoice,
  reset: resetInvoice,
  sync: syncInvoice,
} as const

/** A step of an issued invoice that needs no more than its name. */
export type InvoiceStep = keyof typeof steps

export const stepMutation = (
  queryClient: QueryClient,
  id: string,
  step: InvoiceStep,
  keyed: SendKeyed,
) =>
  mutationOptions({
    mutationFn: () =>
      tagged<Invoice>(
        step === 'send'
          ? keyed(id, (idempotencyKey) =>
              atrium.call(sendInvoice, { params: { id } }, { idempotencyKey }),
            )
          : atrium.call(steps[step], { params: { id } }),
      ),
    onSuccess: (invoice) => takeInvoice(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

/** The credit notes of an invoice, the newest first. */
export const creditNotesQuery = (id: string) =>
  offsetPages(
    ['invoices', 'credit-notes', id],
    (query, options) => atrium.call(listCreditNotes, { params: { id }, query }, options),
    100,
  )
