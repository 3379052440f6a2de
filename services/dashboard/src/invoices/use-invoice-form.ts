import { createInvoice, type Invoice, updateInvoice } from '@atrium/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { customerQuery, offerQuery } from '../money/money-queries.ts'
import { type RecordForm, useDraftForm } from '../money/use-draft-form.ts'
import { useMoney } from '../money/use-money.ts'
import { atrium } from '../platform/api.ts'
import type { Tagged } from '../platform/tagged.ts'
import { shownIn } from './invoice-changes.ts'
import {
  bodyOf,
  currencyOf,
  draftOf,
  draftProblems,
  type InvoiceDraft,
  type LineDraft,
} from './invoice-draft.ts'
import { invoiceQuery } from './invoice-queries.ts'

const lineText = ({ description, quantity, price }: LineDraft): string =>
  `${quantity} × ${description || '–'}, ${price}`

/** The parts of a draft that are kept or taken as a whole when two windows have changed it. */
function useParts(): RecordForm<InvoiceDraft, Invoice>['parts'] {
  const queryClient = useQueryClient()
  const { day } = useMoney()
  return {
    customer: {
      label: 'Customer',
      fields: ['customerId'],
      textOf: ({ customerId }) =>
        customerId === null
          ? 'None'
          : (queryClient.getQueryData(customerQuery(customerId).queryKey)?.name ?? 'Another customer'),
    },
    lines: {
      label: 'Lines',
      fields: ['lines', 'offerId'],
      textOf: ({ lines }) => lines.map(lineText).join('\n') || 'None',
    },
    rate: { label: 'VAT', fields: ['rate'], textOf: ({ rate }) => `${rate} %` },
    due: {
      label: 'Due',
      fields: ['dueDay'],
      textOf: ({ dueDay }) => (dueDay === '' ? '30 days after it is finalized' : day(dueDay)),
    },
  }
}

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
  const readBody = async (draft: InvoiceDraft) => {
    const { customerId, offerId } = draft
    const offer = offerId === null ? undefined : await queryClient.ensureQueryData(offerQuery(offerId))
    const customer =
      customerId === null ? undefined : await queryClient.ensureQueryData(customerQuery(customerId))
    return bodyOf(draft, currencyOf(offer, customer, invoice))
  }
  const form = useDraftForm<InvoiceDraft, Invoice>({
    name: `edit.invoice.${name}`,
    record: invoice,
    initial,
    query: invoiceQuery,
    draftOf,
    problemsOf: (draft) => draftProblems(draft, currency),
    parts: useParts(),
    create: async (draft, options) => atrium.call(createInvoice, { body: await readBody(draft) }, options),
    update: async (id, draft, options) => {
      const body = await readBody(draft)
      return atrium.call(
        updateInvoice,
        { params: { id }, body: { ...body, dueDate: body.dueDate ?? null } },
        options,
      )
    },
    shownIn,
  })
  const { customerId, offerId } = form.draft
  const customer = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== null }).data
  const offer = useQuery({ ...offerQuery(offerId ?? ''), enabled: offerId !== null }).data
  const currency = currencyOf(offer, customer, invoice)
  return { form, currency, customer }
}
