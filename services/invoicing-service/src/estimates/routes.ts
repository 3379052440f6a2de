import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerPdf } from '../documents/document-files.ts'
import { readVatReasons } from '../documents/vat-reasons.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { createEstimate, deleteEstimate, updateEstimate } from './change-estimates.ts'
import { acceptEstimate, declineEstimate, publicEtag } from './decide-estimate.ts'
import { type EstimateRow, toEstimate } from './estimate.ts'
import { estimateDocument, toPublicEstimate } from './estimate-document.ts'
import { readEstimateTimeline } from './estimate-timeline.ts'
import { getEstimateRow, getPublicEstimateRow, listEstimateRows } from './estimates.db.ts'
import { invoiceEstimate } from './invoice-estimate.ts'
import { previewEstimateMail } from './preview-estimate-mail.ts'
import { sendEstimate } from './send-estimate.ts'

export function estimateRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const answer = (c: Context<AppEnv>, row: EstimateRow): operations.Estimate => {
    c.header('etag', versionEtag(row.id, row.version))
    return toEstimate(deps, row)
  }
  mount(app, operations.listEstimates, async ({ principal, query }) => {
    const { rows, ...page } = await listEstimateRows(db, principal.orgId, {
      ...query,
      now: deps.now(),
    })
    const items = rows.map(({ customer_name: customerName, ...row }) => ({
      ...toEstimate(deps, row),
      customerName,
    }))
    return { items, ...page }
  })
  mount(app, operations.createEstimate, { db }, async (call) =>
    answer(call.c, await createEstimate(deps, call, call.body)),
  )
  mount(app, operations.getEstimate, async ({ c, principal, params }) => {
    const row = await getEstimateRow(db, principal.orgId, params.id)
    return { ...answer(c, row), vatReasons: await readVatReasons(deps, row) }
  })
  mount(app, operations.updateEstimate, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(
      call.c,
      await updateEstimate(deps, call, { id: call.params.id, input: call.body, ifMatch }),
    )
  })
  mount(app, operations.deleteEstimate, (call) =>
    deleteEstimate(deps, call, { id: call.params.id, ifMatch: call.c.req.header('if-match') }),
  )
  mount(app, operations.sendEstimate, { db }, async (call) => {
    const { c, params, body } = call
    const key = c.req.header('idempotency-key')
    return answer(c, await sendEstimate(deps, call, { id: params.id, input: body ?? {}, key }))
  })
  mount(app, operations.previewEstimateMail, (call) =>
    previewEstimateMail(deps, call, { id: call.params.id, input: call.body ?? {} }),
  )
  mount(app, operations.listEstimateTimeline, (call) =>
    readEstimateTimeline(deps, call, { id: call.params.id, query: call.query }),
  )
  mount(app, operations.invoiceEstimate, { db }, async (call) => {
    const invoice = await invoiceEstimate(deps, call, call.params.id)
    call.c.header('location', `/api/invoicing/${invoice.id}`)
    return toInvoice(deps, invoice)
  })
  mount(app, operations.getEstimatePdf, async ({ c, principal: { orgId }, params }) =>
    answerPdf(
      c,
      deps,
      orgId,
      await estimateDocument(deps, await getEstimateRow(db, orgId, params.id)),
    ),
  )
}

/** Mounts the customer's routes for an estimate. Only the token grants access. */
export function publicEstimateRoutes(app: Hono<AppEnv>, deps: Deps): void {
  // Search engines must not keep the secret address.
  const answer = async (c: Context<AppEnv>, row: EstimateRow) => {
    c.header('x-robots-tag', 'noindex')
    c.header('etag', publicEtag(row))
    return toPublicEstimate(deps, row)
  }
  const readDecision = (c: Context<AppEnv>, token: string) => ({
    token,
    ifMatch: c.req.header('if-match'),
  })
  mount(app, operations.getPublicEstimate, async ({ c, params }) =>
    answer(c, await getPublicEstimateRow(deps.db, params.token)),
  )
  mount(app, operations.getPublicEstimatePdf, async ({ c, params }) => {
    const row = await getPublicEstimateRow(deps.db, params.token)
    c.header('x-robots-tag', 'noindex')
    return answerPdf(c, deps, row.org_id, await estimateDocument(deps, row))
  })
  mount(app, operations.acceptEstimate, async ({ c, params, body }) =>
    answer(c, await acceptEstimate(deps, readDecision(c, params.token), body.name)),
  )
  mount(app, operations.declineEstimate, async ({ c, params, body }) =>
    answer(c, await declineEstimate(deps, readDecision(c, params.token), body?.reason ?? null)),
  )
}
