import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { toPaymentKey } from '../mark-paid.ts'
import { listPayments } from './list-payments.ts'
import { toInvoicePayment } from './payment.ts'
import { recordPayment } from './record-payment.ts'
import { undoPayment } from './undo-payment.ts'

export function paymentRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const kept = { db: deps.db, apart: deps.processor !== null }
  mount(app, operations.recordPayment, kept, async (call) => {
    const { c, params, body, settle } = call
    const given = c.req.header('idempotency-key')
    const payment = await recordPayment(deps, call, {
      id: params.id,
      input: body,
      key: toPaymentKey('recordPayment', call.principal.userId, given),
      settle: (tx, row) => settle(tx, toInvoicePayment(row)),
    })
    return toInvoicePayment(payment)
  })
  mount(app, operations.listPayments, (call) =>
    listPayments(deps, call, { id: call.params.id, query: call.query }),
  )
  mount(app, operations.undoPayment, async (call) => undoPayment(deps, call, call.params))
}
