import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { createCreditNote } from './create-credit-note.ts'
import { type CreditNoteRow, toCreditNote } from './credit-note.ts'
import { creditNoteEInvoice, renderCreditNote } from './credit-note-files.ts'
import { listNotesOf } from './credit-notes.db.ts'
import { retryCreditNote } from './retry-credit-note.ts'

/** Mounts the operations of credit notes. */
export function creditNoteRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const kept = { db, apart: deps.processor !== null }
  mount(app, operations.createCreditNote, kept, async (call) => {
    const { c, params, body, settle } = call
    const answer = (row: CreditNoteRow): operations.CreditNote => {
      c.header('location', `/api/credit-notes/${row.id}/pdf`)
      return toCreditNote(row)
    }
    return answer(await createCreditNote(deps, call, params.id, body, (tx, row) => settle(tx, answer(row))))
  })
  mount(app, operations.listCreditNotes, async ({ principal: { orgId }, params, query }) => {
    await getInvoice(db, orgId, params.id)
    const { rows, ...page } = await listNotesOf(db, orgId, params.id, query)
    return { items: rows.map(toCreditNote), ...page }
  })
  mount(app, operations.retryCreditNote, async (call) =>
    toCreditNote(await retryCreditNote(deps, call, call.params.id)),
  )
  mount(app, operations.getCreditNotePdf, async ({ c, principal, params }) => {
    const { content, name } = await renderCreditNote(deps, principal.orgId, params.id)
    c.header('content-type', 'application/pdf')
    c.header('content-disposition', `inline; filename="${name}.pdf"`)
    return c.body(new Uint8Array(content))
  })
  mount(app, operations.getCreditNoteEInvoice, async ({ c, principal, params, query: { format } }) => {
    const { content, name } = await creditNoteEInvoice(deps, principal.orgId, params.id, format)
    c.header('content-type', 'application/xml; charset=utf-8')
    c.header('content-disposition', `attachment; filename="${name}-${format}.xml"`)
    return c.body(content)
  })
}
