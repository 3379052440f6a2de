import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createCustomer, deleteCustomer, updateCustomer } from './change-customers.ts'
import { toCustomer } from './customer.ts'
import { getCustomerRow, listCustomerRows } from './customers.db.ts'

export function customerRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listCustomers, async ({ principal, query }) => {
    const { rows, ...page } = await listCustomerRows(db, principal.orgId, query)
    return { items: rows.map(toCustomer), ...page }
  })
  mount(app, operations.createCustomer, { db }, (call) => createCustomer(deps, call, call.body))
  mount(app, operations.getCustomer, async ({ principal, params }) =>
    toCustomer(await getCustomerRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateCustomer, (call) => updateCustomer(deps, call, call.params.id, call.body))
  mount(app, operations.deleteCustomer, (call) => deleteCustomer(deps, call, call.params.id))
}
