import {
  AppError,
  InvoiceSchedule,
  type InvoiceScheduleListItem,
  type ScheduleFailure,
  scheduleErrors,
} from '@atrium/contracts'
import { createView } from '@atrium/database'
import { dayIn } from '../calendar/calendar-days.ts'
import type { Row } from '../database.ts'

export type ScheduleRow = Row<'schedules'>

/** The invoice of the latest claimed period. A void invoice counts if there is no other. */
export interface PeriodInvoice {
  status: Row<'invoices'>['status']
  at: string
}

/** `stuck` is true if the latest claimed period has no open or paid invoice. */
export type ScheduleState = ScheduleRow & { stuck: boolean; period_invoice: PeriodInvoice | null }

type Status = ScheduleRow['status']
const sources: Readonly<Record<Status, readonly Status[]>> = {
  active: ['paused'],
  paused: ['active'],
  cancelled: ['active', 'paused'],
}

/** Throws `invalid_transition` (409). */
export function checkMove(from: Status, to: Status): void {
  if (sources[to].includes(from)) return
  throw scheduleErrors.invalid_transition(
    from === 'cancelled' ? {} : { message: `The subscription is ${from}` },
  )
}

const reasonAtMost = 500

/**
 * Returns the record for a failed attempt at a period. The message of an unknown error is not
 * shown.
 */
export function toFailure(error: unknown, period: Date, at: Date): ScheduleFailure {
  const publicError =
    error instanceof AppError ? error : { code: 'internal', message: 'Internal error' }
  return {
    period: period.toISOString(),
    code: publicError.code,
    at: at.toISOString(),
    reason: publicError.message.slice(0, reasonAtMost),
  }
}

const endings = {
  void: ['invoice_voided', 'The period’s invoice was voided'],
  uncollectible: [
    'invoice_written_off',
    'The period’s invoice was written off at the payment provider',
  ],
} as const
const unfinished = [
  'not_finalized',
  'The period’s invoice is not issued yet. Billing is still running, or it ended early.',
] as const

/**
 * Returns why a schedule is stuck: its last failed attempt, unless its invoice was closed later.
 */
function stuckBy({ stuck, last_period, last_claimed_at, failure, period_invoice }: ScheduleState) {
  if (!stuck || last_period === null) return null
  const status = period_invoice?.status
  const ended = status === 'void' || status === 'uncollectible' ? endings[status] : undefined
  const endedAt = new Date(period_invoice?.at ?? 0)
  if (failure !== null && (ended === undefined || new Date(failure.at) > endedAt)) return failure
  const [code, reason] = ended ?? unfinished
  const at = ended === undefined ? (last_claimed_at ?? last_period) : endedAt
  return { period: last_period.toISOString(), code, reason, at: at.toISOString() }
}

const toColumns = createView(InvoiceSchedule.omit({ failure: true, nextInvoiceOn: true }))

export const toSchedule = (row: ScheduleState): InvoiceSchedule => ({
  ...toColumns(row),
  nextInvoiceOn: dayIn(row.next_invoice_date, row.time_zone),
  failure: stuckBy(row),
})

/** Returns a schedule for the list. Its customer exists as long as the schedule does. */
export const toListItem = ({
  customer_name: customerName,
  ...row
}: ScheduleState & { customer_name: string | null }): InvoiceScheduleListItem => ({
  ...toSchedule(row),
  customerName: customerName ?? '',
})
