import { type CreateCreditNote, createCreditNote, listCreditNotes, retryCreditNote } from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { nextOffset } from '../money/next-offset.ts'
import { atrium } from '../platform/api.ts'
import type { SendKeyed } from '../platform/request-keys.ts'
import { refreshInvoices } from './invoice-changes.ts'

const pageSize = 100

/** The credit notes of an invoice, the newest first. */
export const creditNotesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['invoices', 'credit-notes', id],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listCreditNotes,
        { params: { id }, query: { limit: pageSize, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** A credit note as its form writes it. */
export type CreditBody = z.input<typeof CreateCreditNote>

/** Gives the payment processor a refused note again. */
export const retryCreditMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => atrium.call(retryCreditNote, { params: { id } }),
    onSettled: () => refreshInvoices(queryClient),
  })

/** Credits an invoice. A repeated key credits it once. */
export const creditMutation = (queryClient: QueryClient, id: string, keyed: SendKeyed) =>
  mutationOptions({
    mutationFn: (body: CreditBody) =>
      keyed(body, (idempotencyKey) =>
        atrium.call(createCreditNote, { params: { id }, body }, { idempotencyKey }),
      ),
    onSettled: () => refreshInvoices(queryClient),
  })
