import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMoney } from '../money/amounts/viewer.ts'
import { type RecordForm, useDraftForm } from '../money/form/use-draft-form.tsx'
import { customerQuery, offerQuery } from '../money/money-queries.ts'
import type { Tagged } from '../platform/records/versions.ts'
import type { EditedKind } from './edited-kinds.ts'
import {
  chooseCurrency,
  draftProblems,
  type EditedDocument,
  type InvoiceDraft,
  type LineDraft,
  toBody,
  toDraft,
} from './invoice-draft.ts'

const lineText = ({ description, quantity, price }: LineDraft): string =>
  `${quantity} × ${description || '–'}, ${price}`

/** Returns the parts of a draft that a conflict keeps or replaces as a whole. */
function useParts(isEstimate: boolean): RecordForm<InvoiceDraft, EditedDocument>['parts'] {
  const queryClient = useQueryClient()
  const { day } = useMoney()
  const validity: RecordForm<InvoiceDraft, EditedDocument>['parts'] = {
    valid: {
      label: 'Valid until',
      fields: ['validDay'],
      textOf: ({ validDay }) => (validDay ? day(validDay) : 'Never expires'),
    },
  }
  return {
    ...(isEstimate ? validity : {}),
    customer: {
      label: 'Customer',
      fields: ['customerId'],
      textOf: ({ customerId }) =>
        customerId === null
          ? 'None'
          : (queryClient.getQueryData(customerQuery(customerId).queryKey)?.name ??
            'Another customer'),
    },
    lines: {
      label: 'Lines',
      fields: ['lines', 'offerId'],
      textOf: ({ lines }) => lines.map(lineText).join('\n') || 'None',
    },
    options: {
      label: 'More options',
      fields: ['options'],
      textOf: ({ options }) =>
        Object.values(options ?? {})
          .filter(Boolean)
          .join('\n') || 'None',
    },
    rate: { label: 'VAT', fields: ['rate'], textOf: ({ rate }) => `${rate} %` },
    due: {
      label: 'Due',
      fields: ['dueDay'],
      textOf: ({ dueDay }) => (dueDay === '' ? '30 days after the issue date' : day(dueDay)),
    },
  }
}

/** Returns a document's form. Currency and customer follow from the draft. */
export function useDocumentForm<R extends EditedDocument>({
  kind,
  name,
  record,
  initial,
}: {
  kind: EditedKind<R>
  name: string
  record: Tagged<R> | undefined
  initial: InvoiceDraft
}) {
  const queryClient = useQueryClient()
  // Wait for the customer and the offer, because they decide the currency.
  const readBody = async (draft: InvoiceDraft) => {
    const { customerId, offerId } = draft
    const offer =
      offerId === null ? undefined : await queryClient.ensureQueryData(offerQuery(offerId))
    const customer =
      customerId === null ? undefined : await queryClient.ensureQueryData(customerQuery(customerId))
    return toBody(draft, chooseCurrency(offer, customer, record))
  }
  const form = useDraftForm<InvoiceDraft, R>({
    name: `edit.${kind.name}.${name}`,
    record,
    initial,
    query: kind.query,
    toDraft,
    problemsOf: (draft) => draftProblems(draft, currency),
    parts: useParts(kind.name === 'estimate'),
    create: async (draft, options) => kind.create(draft, await readBody(draft), options),
    update: async (id, draft, options) => {
      const body = await readBody(draft)
      const stored = record && toBody(toDraft(record), record.currency)
      const isSameText = JSON.stringify(body) === JSON.stringify(stored)
      return kind.update(id, { draft, body, isSameText }, options)
    },
    shownIn: kind.shownIn,
  })
  const { customerId, offerId } = form.draft
  const customer = useQuery({
    ...customerQuery(customerId ?? ''),
    enabled: customerId !== null,
  }).data
  const offer = useQuery({ ...offerQuery(offerId ?? ''), enabled: offerId !== null }).data
  const currency = chooseCurrency(offer, customer, record)
  return { form, currency, customer }
}
