import type { Invoice } from '@atrium/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { customerQuery, offerQuery } from '../money/money-queries.ts'
import { useDraftForm } from '../money/use-draft-form.ts'
import type { Tagged } from '../platform/tagged.ts'
import { draftParts } from './draft-parts.ts'
import { saveInvoice } from './invoice-changes.ts'
import { bodyOf, currencyOf, draftOf, draftProblems, type InvoiceDraft } from './invoice-draft.ts'
import { invoiceQuery } from './invoice-queries.ts'

/** The form of an invoice, and what the draft's choices say: its currency, its customer. */
export function useInvoiceForm({
  name,
  invoice,
  initial,
}: {
  name: string
  invoice: Tagged<Invoice> | undefined
  initial: InvoiceDraft
}) {
  const queryClient = useQueryClient()
  // The answers of the draft's customer and offer may not be there yet.
  const currencyFor = async ({ customerId, offerId }: InvoiceDraft) =>
    currencyOf(
      offerId === null ? undefined : await queryClient.ensureQueryData(offerQuery(offerId)),
      customerId === null ? undefined : await queryClient.ensureQueryData(customerQuery(customerId)),
      invoice,
    )
  const form = useDraftForm<InvoiceDraft, Tagged<Invoice>>({
    name: `edit.invoice.${name}`,
    creates: invoice === undefined,
    shown: { draft: initial, etag: invoice?.etag },
    parts: draftParts,
    problemsOf: (draft) => draftProblems(draft, currency),
    send: async (draft, guard) =>
      saveInvoice(queryClient, { ...guard, id: invoice?.id, body: bodyOf(draft, await currencyFor(draft)) }),
    versionOf: (stored) => ({ draft: draftOf(stored), etag: stored.etag }),
    reread: () => queryClient.fetchQuery({ ...invoiceQuery(invoice?.id ?? ''), staleTime: 0 }),
  })
  const { customerId, offerId } = form.draft
  const customer = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== null }).data
  const offer = useQuery({ ...offerQuery(offerId ?? ''), enabled: offerId !== null }).data
  const currency = currencyOf(offer, customer, invoice)
  return { form, currency, customer }
}
