import { type InvoicePreview, scheduleErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { dayIn } from '../calendar/calendar-days.ts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Ctx, Deps } from '../deps.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { sellerToFreeze } from '../invoices/seller.ts'
import { draftPeriod } from './generate-invoices.ts'
import { isEnded } from './periods.ts'
import { getScheduleRow } from './schedules.db.ts'

/** Thrown to roll a preview back. */
class PreviewEnd extends Error {}

/**
 * Returns the next invoice of a schedule: what billing drafts, rolled back. Throws `not_found`, and
 * `invalid_transition` (409) if no invoice follows.
 */
export async function previewPeriod(deps: Deps, ctx: Ctx, id: string): Promise<InvoicePreview> {
  const { orgId } = ctx.principal
  const schedule = await getScheduleRow(deps.db, orgId, id)
  if (schedule.status === 'cancelled' || isEnded(schedule))
    throw scheduleErrors.invalid_transition()
  const period = schedule.next_invoice_date
  const [buyer, { seller }] = await Promise.all([
    getBuyer(deps.db, orgId, schedule.customer_id),
    sellerToFreeze(deps, orgId),
  ])
  let preview: InvoicePreview | undefined
  await inTransaction(deps.db, undefined, async (tx) => {
    const {
      id: _,
      number: __,
      ...draft
    } = toInvoice(deps, await draftPeriod(deps, tx, { schedule, period }))
    const issued = { issueDate: period.toISOString(), issuedOn: dayIn(period, schedule.time_zone) }
    preview = { ...draft, ...issued, seller, buyer }
    throw new PreviewEnd()
  }).catch((error: unknown) => {
    if (!(error instanceof PreviewEnd)) throw error
  })
  if (preview === undefined) throw new Error('The preview was not drafted')
  return preview
}
