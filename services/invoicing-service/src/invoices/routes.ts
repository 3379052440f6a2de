import * as operations from '@atrium/contracts'
import { type AppEnv, answerLines, contentEtag, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { createInvoice, updateInvoice } from './draft-invoice.ts'
import { type Finalized, finalizeInvoice } from './finalize-invoice.ts'
import { readTimeline, toAuthor } from './history/history.ts'
import { type InvoiceRow, toInvoice } from './invoice.ts'
import { csvOfInvoices } from './list/csv.ts'
import { listInvoices } from './list/invoice-list.ts'
import { sendInvoice } from './mails/send-invoice.ts'
import { markPaid, toPaymentKey } from './mark-paid.ts'
import { syncInvoice } from './move-invoice.ts'
import { resetInvoice } from './reset-invoice.ts'
import { findSeller, putSeller, unnamed } from './seller.ts'
import { voidInvoice } from './void-invoice.ts'

/** Mounts the invoice operations, static paths before `/:id`. Schedules must be mounted first. */
export function invoiceRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const answer = (c: Context<AppEnv>, row: InvoiceRow): operations.Invoice => {
    c.header('etag', versionEtag(row.id, row.version))
    return toInvoice(deps, row)
  }
  const answerFinalized = (c: Context<AppEnv>, { row, ...warnings }: Finalized) => ({
    ...answer(c, row),
    ...warnings,
  })
  mount(app, operations.listInvoices, (call) => listInvoices(deps, call, call.query))
  mount(app, operations.createInvoice, { db }, async (call) =>
    answer(call.c, await createInvoice(deps, call, call.body)),
  )
  mount(app, operations.exportInvoices, async ({ c, principal, query }) =>
    answerLines(
      c,
      { name: 'invoices.csv', type: 'text/csv' },
      csvOfInvoices(deps, principal.orgId, query),
    ),
  )
  const answerSeller = (c: Context<AppEnv>, orgId: string, seller: operations.Seller) => {
    c.header('etag', contentEtag(orgId, seller))
    return seller
  }
  mount(app, operations.getSeller, async ({ c, principal: { orgId } }) =>
    answerSeller(c, orgId, (await findSeller(db, orgId)) ?? unnamed),
  )
  mount(app, operations.putSeller, async (call) => {
    const seller = await putSeller(deps, call, {
      input: call.body,
      ifMatch: call.c.req.header('if-match'),
    })
    return answerSeller(call.c, call.principal.orgId, seller)
  })

  mount(app, operations.updateInvoice, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(
      call.c,
      await updateInvoice(deps, call, { id: call.params.id, input: call.body, ifMatch }),
    )
  })
  mount(
    app,
    operations.finalizeInvoice,
    { db, apart: deps.processor !== null },
    async ({ c, principal, params, body, tx, settle }) => {
      const finalized = await finalizeInvoice(deps, principal.orgId, params.id, {
        tx,
        author: toAuthor(principal),
        mail: body,
        ifMatch: c.req.header('if-match'),
        settle: (opening, opened) => settle(opening, answerFinalized(c, opened)),
      })
      return answerFinalized(c, finalized)
    },
  )
  const steps = { db, apart: deps.processor !== null }
  mount(app, operations.sendInvoice, { db, apart: true }, async (call) => {
    const { c, params, body, settle } = call
    const key = c.req.header('idempotency-key')
    const mailed = (tx: Transaction, row: InvoiceRow) => settle(tx, answer(c, row))
    return answer(
      c,
      await sendInvoice(deps, call, { id: params.id, input: body ?? {}, key, settle: mailed }),
    )
  })
  mount(app, operations.markInvoicePaid, steps, async (call) => {
    const { c, params, body, settle } = call
    const paid = (tx: Transaction, row: InvoiceRow) => settle(tx, answer(c, row))
    const given = c.req.header('idempotency-key')
    const key = toPaymentKey('markInvoicePaid', call.principal.userId, given)
    return answer(c, await markPaid(deps, call, { id: params.id, input: body, key, settle: paid }))
  })
  mount(app, operations.listInvoiceTimeline, (call) =>
    readTimeline(deps, call, { id: call.params.id, query: call.query }),
  )
  mount(app, operations.voidInvoice, async (call) =>
    answer(call.c, await voidInvoice(deps, call, call.params.id)),
  )
  mount(app, operations.resetInvoice, async (call) =>
    answer(call.c, await resetInvoice(deps, call, call.params.id)),
  )
  mount(app, operations.syncInvoice, async (call) =>
    answer(call.c, await syncInvoice(deps, call, call.params.id)),
  )
}
