import {
  type CreateInvoice,
  createInvoice,
  type FinalizedInvoice,
  finalizeInvoice,
  type Invoice,
  type MarkInvoicePaid,
  markInvoicePaid,
  resetInvoice,
  sendInvoice,
  syncInvoice,
  type UpdateInvoice,
  updateInvoice,
  voidInvoice,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Guard } from '../money/use-draft-form.ts'
import { atrium } from '../platform/api.ts'
import type { SendKeyed } from '../platform/request-keys.ts'
import { type Tagged, tagged } from '../platform/tagged.ts'
import { invoiceQuery } from './invoice-queries.ts'

/** Takes a changed invoice over, and asks again for everything that shows it. */
function take(queryClient: QueryClient, invoice: Tagged<Invoice>): Promise<unknown> {
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

/** Drafts an invoice, or changes a draft as it was read. A repeated key makes one. */
export async function saveInvoice(
  queryClient: QueryClient,
  { id, key, etag, body }: Guard & { id: string | undefined; body: InvoiceBody },
): Promise<Tagged<Invoice>> {
  const change = { ...body, dueDate: body.dueDate ?? null }
  const invoice = await tagged<Invoice>(
    id === undefined
      ? atrium.call(createInvoice, { body }, { idempotencyKey: key })
      : atrium.call(updateInvoice, { params: { id }, body: change }, { ...(etag && { ifMatch: etag }) }),
  )
  void take(queryClient, invoice)
  return invoice
}

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
    onSuccess: ({ warnings: _, eInvoiceWarnings: __, ...invoice }) => take(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

const steps = { send: sendInvoice, void: voidInvoice, reset: resetInvoice, sync: syncInvoice } as const

/** A step of an issued invoice that needs no more than its name. */
export type InvoiceStep = keyof typeof steps

export const stepMutation = (queryClient: QueryClient, id: string, step: InvoiceStep, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: () =>
      tagged<Invoice>(
        step === 'send'
          ? keyed(id, (idempotencyKey) => atrium.call(sendInvoice, { params: { id } }, { idempotencyKey }))
          : atrium.call(steps[step], { params: { id } }),
      ),
    onSuccess: (invoice) => take(queryClient, invoice),
    onError: () => refreshInvoices(queryClient),
  })

/** Records a payment outside the processor. */
export const markPaidMutation = (queryClient: QueryClient, id: string, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof MarkInvoicePaid>) =>
      keyed(body, (idempotencyKey) =>
        tagged<Invoice>(atrium.call(markInvoicePaid, { params: { id }, body }, { idempotencyKey })),
      ),
    onSuccess: (invoice) => take(queryClient, invoice),
  })
