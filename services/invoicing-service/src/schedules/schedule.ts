import { defineErrors, type InvoiceSchedule } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type ScheduleRow = Selectable<Database['schedules']>

export const scheduleErrors = defineErrors({
  not_found: { kind: 'not_found', message: 'Schedule not found' },
  offer_not_recurring: { kind: 'unprocessable', message: 'Only an active recurring offer can be scheduled' },
  date_in_past: { kind: 'unprocessable', message: 'The first invoice cannot be in the past' },
  schedule_not_stuck: { kind: 'conflict', message: 'No period of the schedule is stuck' },
  period_written_off: {
    kind: 'conflict',
    message: 'The invoice of this period was written off and can still be paid; void it first',
  },
  invalid_transition: { kind: 'conflict', message: 'The schedule cannot go there from where it is' },
})

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
