import * as operations from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { toCustomer, toCustomers } from './balances.ts'
import { createCustomer, deleteCustomer, updateCustomer } from './change-customers.ts'
import { type CustomerRow, toNewCustomer } from './customer.ts'
import { getCustomerRow, listCustomerRows } from './customers.db.ts'
import { importCustomers } from './import/import-customers.ts'
import { type ImportForm, readImportForm } from './import/read-import-form.ts'

export const setEtag = (c: Context<AppEnv>, { id, version }: CustomerRow): void =>
  c.header('etag', versionEtag(id, version))

export function customerRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  const answer = (c: Context<AppEnv>, row: CustomerRow) => {
    setEtag(c, row)
    return toCustomer(db, row)
  }
  mount(app, operations.listCustomers, async ({ principal, query }) => {
    const { rows, ...page } = await listCustomerRows(db, principal.orgId, query)
    return { items: await toCustomers(db, principal.orgId, rows), ...page }
  })
  mount(app, operations.createCustomer, { db }, async (call) => {
    const row = await createCustomer(deps, call, call.body)
    setEtag(call.c, row)
    return toNewCustomer(row)
  })
  const received = new WeakMap<Request, ImportForm>()
  const kept = {
    db,
    async receive(request: Request) {
      const form = await readImportForm(request)
      received.set(request, form)
      return { fingerprint: form.digest, release: () => Promise.resolve() }
    },
  }
  mount(app, operations.importCustomers, kept, (call) => {
    const form = received.get(call.c.req.raw)
    if (form === undefined) throw new Error('The form was not received')
    return importCustomers(deps, call, form)
  })
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
