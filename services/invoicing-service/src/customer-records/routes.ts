import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Context, Hono } from 'hono'
import { toCustomer } from '../customers/balances.ts'
import type { CustomerRow } from '../customers/customer.ts'
import { setEtag } from '../customers/routes.ts'
import type { Deps } from '../deps.ts'
import { anonymiseCustomer } from './anonymise-customer.ts'
import { mergeCustomer } from './merge-customer.ts'
import { readStatement } from './read-statement.ts'

export function customerRecordRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const show = (c: Context<AppEnv>, row: CustomerRow) => {
    setEtag(c, row)
    return toCustomer(deps.db, row)
  }
  mount(app, operations.mergeCustomer, async (call) =>
    show(call.c, await mergeCustomer(deps, call, { id: call.params.id, into: call.body.into })),
  )
  mount(app, operations.getCustomerStatement, async (call) => {
    const { c, params, query, principal } = call
    const content = await readStatement(deps, call, { id: params.id, query })
    const pdf = await deps.documents.pdf(principal.orgId, content)
    c.header('content-type', 'application/pdf')
    c.header('content-disposition', `inline; filename="statement-${content.to}.pdf"`)
    return c.body(new Uint8Array(pdf))
  })
  mount(app, operations.anonymiseCustomer, async (call) =>
    show(call.c, await anonymiseCustomer(deps, call, call.params.id)),
  )
}
