import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerEInvoice, answerPdf } from '../documents/document-files.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { createCreditNote } from './create-credit-note.ts'
import { type CreditNoteRow, toCreditNote } from './credit-note.ts'
import { creditNoteDocument } from './credit-note-document.ts'
import { listInvoiceNotes } from './credit-notes.db.ts'
import { retryCreditNote } from './mirror-credit-note.ts'

export function creditNoteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const kept = { db, apart: deps.processor !== null }
  mount(app, operations.createCreditNote, kept, async (call) => {
    const { c, params, body, settle } = call
    const answer = (row: CreditNoteRow): operations.CreditNote => {
      c.header('location', `/api/credit-notes/${row.id}/pdf`)
      return toCreditNote(row)
    }
    return answer(
      await createCreditNote(deps, call, {
        invoiceId: params.id,
        input: body,
        settle: (tx, row) => settle(tx, answer(row)),
      }),
    )
  })
  mount(app, operations.listCreditNotes, async ({ principal: { orgId }, params, query }) => {
    await getInvoice(db, orgId, params.id)
    const { rows, ...page } = await listInvoiceNotes(db, orgId, params.id, query)
    return { items: rows.map(toCreditNote), ...page }
  })
  mount(app, operations.retryCreditNote, async (call) =>
    toCreditNote(await retryCreditNote(deps, call, call.params.id)),
  )
  mount(app, operations.getCreditNotePdf, async ({ c, principal: { orgId }, params }) =>
    answerPdf(c, deps, orgId, await creditNoteDocument(deps, orgId, params.id)),
  )
  mount(app, operations.getCreditNoteEInvoice, async ({ c, principal: { orgId }, params, query }) =>
    answerEInvoice(c, await creditNoteDocument(deps, orgId, params.id), query.format),
  )
}
