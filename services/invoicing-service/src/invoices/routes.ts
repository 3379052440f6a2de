import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import type { Deps } from '../deps.ts'
import { csvHeader, csvLine } from './csv.ts'
import { createInvoice, updateInvoice } from './draft-invoice.ts'
import { type Finalized, finalizeInvoice } from './finalize-invoice.ts'
import { type InvoiceRow, toInvoice } from './invoice.ts'
import { getInvoiceRow, listInvoiceRows, streamInvoices } from './invoices.db.ts'
import { syncInvoice } from './move-invoice.ts'
import { renderInvoice } from './render-invoice.ts'
import { resetInvoice } from './reset-invoice.ts'
import { findSeller, putSeller, unnamed } from './seller.ts'
import { summariseInvoices } from './summary.db.ts'
import { voidInvoice } from './void-invoice.ts'

function answer(c: Context<AppEnv>, row: InvoiceRow): operations.Invoice {
  c.header('etag', versionEtag(row.id, row.version))
  return toInvoice(row)
}

const answerFinalized = (c: Context<AppEnv>, { row, warnings }: Finalized): operations.FinalizedInvoice => ({
  ...answer(c, row),
  warnings,
})

/** Mounts the operations of invoices, static paths before `/:id`; the schedules have to be mounted before. */
export function invoiceRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listInvoices, async ({ principal, query }) => {
    const { rows, ...page } = await listInvoiceRows(db, principal.orgId, query, query)
    return { items: rows.map(toInvoice), ...page }
  })
  mount(app, operations.createInvoice, { db }, async (call) =>
    answer(call.c, await createInvoice(deps, call, call.body)),
  )
  mount(app, operations.summariseInvoices, ({ principal }) =>
    summariseInvoices(db, principal.orgId, deps.now()),
  )
  mount(app, operations.exportInvoices, async ({ c, principal, query }) => {
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="invoices.csv"')
    return stream(c, async (out) => {
      await out.write(csvHeader)
      for await (const rows of streamInvoices(db, principal.orgId, query)) {
        await out.write(rows.map((row) => csvLine(toInvoice(row))).join(''))
      }
    })
  })
  mount(
    app,
    operations.getSeller,
    async ({ principal }) => (await findSeller(db, principal.orgId)) ?? unnamed,
  )
  mount(app, operations.putSeller, (call) => putSeller(deps, call, call.body))

  mount(app, operations.getInvoice, async ({ c, principal, params }) =>
    answer(c, await getInvoiceRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateInvoice, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(call.c, await updateInvoice(deps, call, call.params.id, call.body, ifMatch))
  })
  mount(
    app,
    operations.finalizeInvoice,
    { db, apart: deps.processor !== null },
    async ({ c, principal, params, tx, settle }) => {
      const finalized = await finalizeInvoice(deps, principal.orgId, params.id, {
        tx,
        settle: (opening, opened) => settle(opening, answerFinalized(c, opened)),
      })
      return answerFinalized(c, finalized)
    },
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
  mount(app, operations.getInvoicePdf, async ({ c, principal, params }) => {
    const { bytes, name } = await renderInvoice(deps, principal.orgId, params.id)
    c.header('content-type', 'application/pdf')
    c.header('content-disposition', `inline; filename="${name}.pdf"`)
    return c.body(new Uint8Array(bytes))
  })
}
