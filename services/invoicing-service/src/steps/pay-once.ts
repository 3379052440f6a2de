import type { PayInvoice } from '@atrium/contracts'
import type { z } from 'zod'
import { dayIn } from '../calendar/calendar-days.ts'
import { refreshTimeZone } from '../calendar/time-zone.ts'
import type { Ctx, Deps } from '../deps.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { amountDue } from '../invoices/invoice.ts'
import { getPayment } from '../invoices/payments/get-payment.ts'
import { recordPayment } from '../invoices/payments/record-payment.ts'
import { createOnce } from './create-once.ts'

/**
 * Records a payment for a workflow step, once for its key. The amount is what is due and the day is
 * today by default. Throws what `recordPayment` throws.
 */
export const payOnce = (
  deps: Deps,
  ctx: Ctx,
  {
    key,
    invoiceId: id,
    amountCents,
    paidAt,
    method,
    reference,
  }: Omit<z.output<typeof PayInvoice.input>, 'orgId' | 'userId'>,
) => {
  const { orgId } = ctx.principal
  return createOnce(deps, {
    orgId,
    key,
    get: (paymentId) => getPayment(deps.db, orgId, paymentId),
    create: async (keep) => {
      const zone = await refreshTimeZone(deps, orgId, undefined)
      const invoice = await getInvoice(deps.db, orgId, id)
      const input = {
        // If nothing is due, the payment is refused with the reason.
        amountCents: amountCents ?? Math.max(1, amountDue(invoice)),
        paidAt: paidAt ?? dayIn(deps.now(), zone),
        method,
        reference,
      }
      return recordPayment(deps, ctx, {
        id,
        input,
        key: `step:${key}`,
        settle: (tx, row) => keep(tx, row.id),
      })
    },
  })
}
