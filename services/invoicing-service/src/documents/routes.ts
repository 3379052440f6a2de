import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { answerEInvoice, answerPdf } from './document-files.ts'
import { issuedDocument } from './issued-document.ts'
import { getPublicInvoiceRow } from './public-documents.db.ts'
import { readPublicInvoice } from './public-invoice.ts'
import { readVatReasons } from './vat-reasons.ts'

/** Mounts an invoice as a document. The static paths below `/api/invoicing` must be mounted first. */
export function documentRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const readContent = async (orgId: string, id: string) =>
    issuedDocument(deps, await getInvoice(deps.db, orgId, id))
  mount(app, operations.getInvoice, async ({ c, principal: { orgId }, params }) => {
    const row = await getInvoice(deps.db, orgId, params.id)
    c.header('etag', versionEtag(row.id, row.version))
    return { ...toInvoice(deps, row), vatReasons: await readVatReasons(deps, row) }
  })
  mount(app, operations.getInvoicePdf, async ({ c, principal: { orgId }, params }) =>
    answerPdf(c, deps, orgId, await readContent(orgId, params.id)),
  )
  // Only the token in the address counts. Search engines must not keep it.
  const readPublic = (c: Context<AppEnv>, token: string) => {
    c.header('x-robots-tag', 'noindex')
    return getPublicInvoiceRow(deps.db, token)
  }
  mount(app, operations.getPublicInvoice, async ({ c, params }) =>
    readPublicInvoice(deps, await readPublic(c, params.token)),
  )
  mount(app, operations.getPublicInvoicePdf, async ({ c, params }) => {
    const row = await readPublic(c, params.token)
    return answerPdf(c, deps, row.org_id, await issuedDocument(deps, row))
  })
  mount(app, operations.getEInvoice, async ({ c, principal: { orgId }, params, query }) =>
    answerEInvoice(c, await readContent(orgId, params.id), query.format),
  )
}
