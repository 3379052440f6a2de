import { type InvoiceSchedule, scheduleErrors } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type ScheduleRow = Selectable<Database['schedules']>

export { scheduleErrors }

type Status = ScheduleRow['status']
const sources: Readonly<Record<Status, readonly Status[]>> = {
  active: ['paused'],
  paused: ['active'],
  cancelled: ['active', 'paused'],
}

/** Throws `invalid_transition`: pausing is of an active one, resuming of a paused one, cancelling is final. */
export function checkMove(from: Status, to: Status): void {
  if (!sources[to].includes(from)) throw scheduleErrors.invalid_transition()
}

/** A row as the API shows it. `stuck`: its latest claimed period has no open or paid invoice. */
export const toSchedule = (row: ScheduleRow & { stuck: boolean }): InvoiceSchedule => ({
  id: row.id,
  customerId: row.customer_id,
  offerId: row.offer_id,
  interval: row.interval,
  description: row.description,
  unitAmountCents: Number(row.unit_amount_cents),
  currency: row.currency,
  status: row.status,
  nextInvoiceDate: row.next_invoice_date.toISOString(),
  vatRateBps: row.vat_rate_bps,
  stuck: row.stuck,
  lastClaimedAt: row.last_claimed_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
