import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { eInvoiceFile, renderInvoice } from './invoice-files.ts'

/** Mounts the operations of documents. */
export function documentRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.getInvoicePdf, async ({ c, principal, params }) => {
    const { content, name } = await renderInvoice(deps, principal.orgId, params.id)
    c.header('content-type', 'application/pdf')
    c.header('content-disposition', `inline; filename="${name}.pdf"`)
    return c.body(new Uint8Array(content))
  })
  mount(app, operations.getEInvoice, async ({ c, principal, params, query: { format } }) => {
    const { content, name } = await eInvoiceFile(deps, principal.orgId, params.id, format)
    c.header('content-type', 'application/xml; charset=utf-8')
    c.header('content-disposition', `attachment; filename="${name}-${format}.xml"`)
    return c.body(content)
  })
}
