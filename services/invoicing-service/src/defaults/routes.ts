import { getInvoiceDefaults, type InvoiceDefaults, putInvoiceDefaults } from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { defaultsEtag, getDefaults, putDefaults } from './defaults.ts'

/** Mounts the invoice defaults. Must be mounted before `/api/invoicing/:id`. */
export function defaultsRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const answer = (c: Context<AppEnv>, orgId: string, defaults: InvoiceDefaults) => {
    c.header('etag', defaultsEtag(orgId, defaults))
    return defaults
  }
  mount(app, getInvoiceDefaults, async ({ c, principal: { orgId } }) =>
    answer(c, orgId, await getDefaults(deps.db, orgId)),
  )
  mount(app, putInvoiceDefaults, async (call) => {
    const defaults = await putDefaults(deps, call, {
      input: call.body,
      ifMatch: call.c.req.header('if-match'),
    })
    return answer(call.c, call.principal.orgId, defaults)
  })
}
