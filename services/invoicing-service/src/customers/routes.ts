import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createCustomer, deleteCustomer, updateCustomer } from './change-customers.ts'
import { toCustomer } from './customer.ts'
import { getCustomerRow, listCustomerRows } from './customers.db.ts'

/** Mounts the customers' operations. */
export function mountCustomers(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listCustomers, async ({ principal, query }) => {
    const { rows, total } = await listCustomerRows(db, principal.orgId, query)
    return { items: rows.map(toCustomer), total, limit: query.limit, offset: query.offset }
  })
  mount(
    app,
    operations.createCustomer,
    async ({ c, principal, body, tx }) => {
      const customer = await createCustomer(deps, { principal, tx }, body)
      c.header('location', `/api/customers/${customer.id}`)
      return customer
    },
    db,
  )
  mount(app, operations.getCustomer, async ({ principal, params }) =>
    toCustomer(await getCustomerRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateCustomer, ({ principal, params, body }) =>
    updateCustomer(deps, { principal }, params.id, body),
  )
  mount(app, operations.deleteCustomer, async ({ principal, params }) => {
    await deleteCustomer(deps, { principal }, params.id)
    return undefined
  })
}
