import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createCustomer, deleteCustomer, updateCustomer } from './change-customers.ts'
import { type CustomerRow, toCustomer } from './customer.ts'
import { getCustomerRow, listCustomerRows } from './customers.db.ts'

function answer(c: Context<AppEnv>, row: CustomerRow): operations.Customer {
  c.header('etag', versionEtag(row.id, row.version))
  return toCustomer(row)
}

export function customerRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listCustomers, async ({ principal, query }) => {
    const { rows, ...page } = await listCustomerRows(db, principal.orgId, query)
    return { items: rows.map(toCustomer), ...page }
  })
  mount(app, operations.createCustomer, { db }, async (call) =>
    answer(call.c, await createCustomer(deps, call, call.body)),
  )
  mount(app, operations.getCustomer, async ({ c, principal, params }) =>
    answer(c, await getCustomerRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateCustomer, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answer(
      call.c,
      await updateCustomer(deps, call, { id: call.params.id, input: call.body, ifMatch }),
    )
  })
  mount(app, operations.deleteCustomer, (call) =>
    deleteCustomer(deps, call, { id: call.params.id, ifMatch: call.c.req.header('if-match') }),
  )
}
