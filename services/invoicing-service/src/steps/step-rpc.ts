import {
  ChangeCustomer,
  DraftInvoice,
  FindCustomers,
  FindInvoices,
  type OrgPrincipal,
  PayInvoice,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
import { toCustomer, toCustomers } from '../customers/balances.ts'
import { updateCustomer } from '../customers/change-customers.ts'
import type { Deps } from '../deps.ts'
import { createInvoice } from '../invoices/draft-invoice.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { toInvoicePayment } from '../invoices/payments/payment.ts'
import { createOnce } from './create-once.ts'
import { findCustomersByField, findInvoicesByField } from './find-records.db.ts'
import { payOnce } from './pay-once.ts'

/** Acts with the user's id. The runner has checked the user's role at identity before each call. */
const actingFor = (orgId: string, userId: string): { principal: OrgPrincipal } => ({
  principal: {
    orgId,
    userId,
    role: 'member',
    isAdmin: false,
    via: 'session',
    credentialId: 'workflow',
  },
})

/** The RPCs behind the workflow steps about customers and invoices. */
export const stepRpc = (deps: Deps): RpcHandler[] => [
  rpcHandler(FindCustomers, async ({ orgId, ...wanted }) => ({
    items: await toCustomers(deps.db, orgId, await findCustomersByField(deps.db, orgId, wanted)),
  })),
  rpcHandler(FindInvoices, async ({ orgId, ...wanted }) => ({
    items: (await findInvoicesByField(deps.db, orgId, wanted)).map((row) => ({
      ...toInvoice(deps, row),
      customerName: row.customer_name,
    })),
  })),
  rpcHandler(ChangeCustomer, async ({ orgId, userId, customerId: id, set: input }) => ({
    customer: await toCustomer(
      deps.db,
      await updateCustomer(deps, actingFor(orgId, userId), { id, input }),
    ),
  })),
  rpcHandler(DraftInvoice, async ({ orgId, userId, key, draft }) => {
    const { record, created } = await createOnce(deps, {
      orgId,
      key,
      get: (id) => getInvoice(deps.db, orgId, id),
      create: (keep) =>
        inTransaction(deps.db, undefined, async (tx) => {
          const row = await createInvoice(deps, { ...actingFor(orgId, userId), tx }, draft)
          await keep(tx, row.id)
          return row
        }),
    })
    return { invoice: toInvoice(deps, record), created }
  }),
  rpcHandler(PayInvoice, async ({ orgId, userId, ...input }) => {
    const { record, created } = await payOnce(deps, actingFor(orgId, userId), input)
    return { payment: toInvoicePayment(record), created }
  }),
]
