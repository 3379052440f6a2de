import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { answerEInvoice, answerPdf } from './document-files.ts'
import { issuedDocument } from './issued-document.ts'

export function documentRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const readContent = async (orgId: string, id: string) =>
    issuedDocument(deps, await getInvoice(deps.db, orgId, id))
  mount(app, operations.getInvoicePdf, async ({ c, principal: { orgId }, params }) =>
    answerPdf(c, deps, orgId, await readContent(orgId, params.id)),
  )
  mount(app, operations.getEInvoice, async ({ c, principal: { orgId }, params, query }) =>
    answerEInvoice(c, await readContent(orgId, params.id), query.format),
  )
}
