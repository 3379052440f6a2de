import { createEstimate, createInvoice, updateEstimate, updateInvoice } from '@atrium/contracts'
import { atrium } from '../platform/connection/api.ts'
import type { TaggedQuery } from '../platform/records/versions.ts'
import { estimateQuery, type ShownEstimate } from './estimates/estimate-queries.ts'
import { shownIn } from './invoice-changes.ts'
import type { EditedDocument, InvoiceBody, InvoiceDraft } from './invoice-draft.ts'
import { invoiceQuery, type ShownInvoice } from './invoice-queries.ts'

/** A document kind for the editor. */
export interface EditedKind<R extends EditedDocument> {
  readonly name: 'invoice' | 'estimate'
  readonly query: TaggedQuery<R>
  readonly create: (
    draft: InvoiceDraft,
    body: InvoiceBody,
    options: { idempotencyKey: string },
  ) => Promise<R>
  readonly update: (
    id: string,
    changed: {
      draft: InvoiceDraft
      body: InvoiceBody
      /** True if the customer would read the same document as before, except for its last day. */
      isSameText: boolean
    },
    options: { ifMatch?: string },
  ) => Promise<R>
  /** The first key of each query that shows this kind. */
  readonly shownIn: readonly string[]
}

export const invoiceKind: EditedKind<ShownInvoice> = {
  name: 'invoice',
  query: invoiceQuery,
  create: (_draft, body, options) => atrium.call(createInvoice, { body }, options),
  update: (id, { body }, options) =>
    atrium.call(
      updateInvoice,
      { params: { id }, body: { ...body, dueDate: body.dueDate ?? null } },
      options,
    ),
  shownIn,
}

const readLastDay = ({ validDay }: InvoiceDraft): string | null => validDay || null

export const estimateKind: EditedKind<ShownEstimate> = {
  name: 'estimate',
  query: estimateQuery,
  create: (draft, body, options) =>
    atrium.call(createEstimate, { body: { ...body, validUntil: readLastDay(draft) } }, options),
  update: (id, { draft, body, isSameText }, options) => {
    const validUntil = readLastDay(draft)
    // Any other field withdraws a sent estimate from its customer.
    const changed = isSameText
      ? { validUntil }
      : { ...body, dueDate: body.dueDate ?? null, validUntil }
    return atrium.call(updateEstimate, { params: { id }, body: changed }, options)
  },
  shownIn: ['estimates'],
}
