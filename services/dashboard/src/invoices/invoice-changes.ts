import {
  type FinalizedInvoice,
  finalizeInvoice,
  type Invoice,
  listCreditNotes,
  listPayments,
  resetInvoice,
  syncInvoice,
  voidInvoice,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import type { SendKeyed } from '../platform/connection/request-keys.ts'
import { offsetPages } from '../platform/records/queries.ts'
import { type Tagged, tagged } from '../platform/records/versions.ts'
import { invoiceQuery } from './invoice-queries.ts'
import type { MailBody } from './mail-part.tsx'

/** The first key of each query that shows invoices. */
export const shownIn = ['invoices', 'schedules', 'attention'] as const

/** Caches a changed invoice and refetches everything that shows it. */
export function takeInvoice(queryClient: QueryClient, invoice: Tagged<Invoice>): Promise<unknown> {
  queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
  return refreshInvoices(queryClient)
}

/** Refetches everything that shows invoices. */
export const refreshInvoices = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(shownIn.map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })))

const mailChecks = 15
const mailCheckMs = 2_000

/** Refetches an invoice until its mail was sent or failed, for half a minute. */
export async function awaitMail(
  queryClient: QueryClient,
  { id, mailed }: Pick<Invoice, 'id' | 'mailed'>,
): Promise<void> {
  for (let check = 0; check < mailChecks; check += 1) {
    await new Promise((resolve) => setTimeout(resolve, mailCheckMs))
    const now = await queryClient.fetchQuery({ ...invoiceQuery(id), staleTime: 0 })
    if (JSON.stringify(now.mailed) !== JSON.stringify(mailed)) break
  }
  await refreshInvoices(queryClient)
}

/**
 * Numbers, opens and mails a draft. Sends the version that the user saw, so the platform rejects
 * the request if the draft has changed.
 */
export const finalizeMutation = (queryClient: QueryClient, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: ({ invoice: { id, etag }, mail }: { invoice: Tagged<Invoice>; mail: MailBody }) =>
      keyed({ id, etag, mail }, (idempotencyKey) =>
        tagged<FinalizedInvoice>(
          atrium.call(
            finalizeInvoice,
            { params: { id }, body: mail },
            { idempotencyKey, ...(etag !== null && { ifMatch: etag }) },
          ),
        ),
      ),
    onSuccess: ({ warnings: _, eInvoiceWarnings: __, ...invoice }) => {
      if (invoice.mailed === null) awaitMail(queryClient, invoice).catch(() => undefined)
      return takeInvoice(queryClient, invoice)
    },
    onError: () => refreshInvoices(queryClient),
  })

const steps = {
  void: voidInvoice,
  reset: resetInvoice,
  sync: syncInvoice,
} as const

/** An action on an issued invoice that needs no request body. */
export type InvoiceStep = keyof typeof steps

export const stepMutation = (queryClient: QueryClient, id: string, step: InvoiceStep) =>
  mutationOptions({
    mutationFn: () => tagged<Invoice>(atrium.call(steps[step], { params: { id } })),
    onSuccess: (invoice) => takeInvoice(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

/** Reads the payments of an invoice, newest first. */
export const paymentsQuery = (id: string) =>
  offsetPages(
    ['invoices', 'payments', id],
    (query, options) => atrium.call(listPayments, { params: { id }, query }, options),
    100,
  )

/** Reads the credit notes of an invoice, newest first. */
export const creditNotesQuery = (id: string) =>
  offsetPages(
    ['invoices', 'credit-notes', id],
    (query, options) => atrium.call(listCreditNotes, { params: { id }, query }, options),
    100,
  )
