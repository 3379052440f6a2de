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
import { resetInvoice, voidInvoice } from './move-invoice.ts'
import { renderInvoice } from './render-invoice.ts'
import { getSeller, putSeller } from './seller.ts'
import { summariseInvoices } from './summary.db.ts'
import { syncInvoice } from './sync-invoice.ts'

function answer(c: Context<AppEnv>, row: InvoiceRow): operations.Invoice {
  c.header('etag', versionEtag(row.id, row.version))
  return toInvoice(row)
}

const answerFinalized = (c: Context<AppEnv>, { row, warnings }: Finalized): operations.FinalizedInvoice => ({
  ...answer(c, row),
  warnings,
})

/** Mounts the invoices' operations; static paths before `/:id`. */
export function mountInvoices(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listInvoices, async ({ principal, query }) => {
    const { rows, total } = await listInvoiceRows(db, principal.orgId, query, query)
    return { items: rows.map(toInvoice), total, limit: query.limit, offset: query.offset }
  })
  mount(
    app,
    operations.createInvoice,
    async ({ c, principal, body, tx }) => {
      const row = await createInvoice(deps, { principal, tx }, body)
      c.header('location', `/api/invoicing/${row.id}`)
      return answer(c, row)
    },
    db,
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
        await out.write(rows.map(csvLine).join(''))
      }
    })
  })
  mount(app, operations.getSeller, ({ principal }) => getSeller(db, principal.orgId))
  mount(app, operations.putSeller, ({ principal, body }) => putSeller(deps, principal.orgId, body))
}

/** Mounts what is below `/api/invoicing/:id`; after every static path of that length. */
export function mountSingleInvoices(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.getInvoice, async ({ c, principal, params }) =>
    answer(c, await getInvoiceRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateInvoice, async ({ c, principal, params, body }) =>
    answer(c, await updateInvoice(deps, { principal }, params.id, body, c.req.header('if-match'))),
  )
  mount(
    app,
    operations.finalizeInvoice,
    async ({ c, principal, params, tx, settle }) =>
      answerFinalized(
        c,
        await finalizeInvoice(deps, { principal, tx }, params.id, (inner, opened) =>
          settle(inner, answerFinalized(c, opened)),
        ),
      ),
    db,
    { apart: deps.processor !== null },
  )
  mount(app, operations.voidInvoice, async ({ c, principal, params }) =>
    answer(c, await voidInvoice(deps, { principal }, params.id)),
  )
  mount(app, operations.resetInvoice, async ({ c, principal, params }) =>
    answer(c, await resetInvoice(deps, { principal }, params.id)),
  )
  mount(app, operations.syncInvoice, async ({ c, principal, params }) =>
    answer(c, await syncInvoice(deps, { principal }, params.id)),
  )
  mount(app, operations.getInvoicePdf, async ({ c, principal, params }) => {
    const { bytes, name } = await renderInvoice(deps, principal.orgId, params.id)
    c.header('content-type', 'application/pdf')
    c.header('content-disposition', `inline; filename="${name}.pdf"`)
    return c.body(new Uint8Array(bytes))
  })
}
