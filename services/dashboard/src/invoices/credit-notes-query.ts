import { listCreditNotes } from '@atrium/contracts'
import { atrium } from '../platform/api.ts'
import { offsetPages } from '../platform/offset-pages.ts'

/** The credit notes of an invoice, the newest first. */
export const creditNotesQuery = (id: string) =>
  offsetPages(
    ['invoices', 'credit-notes', id],
    (query, options) => atrium.call(listCreditNotes, { params: { id }, query }, options),
    100,
  )
