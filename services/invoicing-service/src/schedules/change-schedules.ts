import { type CreateSchedule, type InvoiceSchedule, newId, requireRole } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { getCustomerRow } from '../customers/read-customers.ts'
import type { Ctx, Deps } from '../deps.ts'
import { invoiceErrors } from '../invoices/invoice.ts'
import { getOfferRow } from '../offers/read-offers.ts'
import { checkMove, type ScheduleRow, scheduleErrors, toSchedule } from './schedule.ts'
import { insertSchedule, lockScheduleRow, setScheduleStatus } from './schedules.db.ts'

/**
 * Agrees to bill a customer a recurring offer, the first time at `nextInvoiceDate` (now unless told), whose day
 * is the anchor of all periods. Owner or admin. Throws `offer_not_recurring` (422), `currency_mismatch` (409).
 */
export async function createSchedule(deps: Deps, ctx: Ctx, input: CreateSchedule): Promise<InvoiceSchedule> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const customer = await getCustomerRow(tx, orgId, input.customerId)
    const offer = await getOfferRow(tx, orgId, input.offerId)
    if (offer.billing_model !== 'recurring' || offer.interval === null || offer.status === 'archived') {
      throw scheduleErrors.offer_not_recurring()
    }
    if (customer.currency !== null && customer.currency !== offer.currency) {
      throw invoiceErrors.currency_mismatch()
    }
    const first = input.nextInvoiceDate === undefined ? deps.now() : new Date(input.nextInvoiceDate)
    const row = await insertSchedule(tx, {
      id: newId('sch'),
      org_id: orgId,
      customer_id: customer.id,
      offer_id: offer.id,
      interval: offer.interval,
      anchor_date: first,
      next_invoice_date: first,
      vat_rate_bps: input.vatRateBps,
    })
    return toSchedule({ ...row, stuck: false })
  })
}

/** Pauses, resumes or cancels. Owner or admin. The cursor stays. Throws `not_found`, `invalid_transition`. */
export async function moveSchedule(
  deps: Deps,
  ctx: Ctx,
  id: string,
  to: ScheduleRow['status'],
): Promise<InvoiceSchedule> {
  const { orgId } = requireRole(ctx.principal, 'admin')
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockScheduleRow(tx, orgId, id)
    checkMove(row.status, to)
    await setScheduleStatus(tx, orgId, id, to)
    return toSchedule({ ...row, status: to })
  })
}
