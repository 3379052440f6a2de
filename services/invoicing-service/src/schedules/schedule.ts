import { InvoiceSchedule, type InvoiceScheduleListItem, scheduleErrors } from '@atrium/contracts'
import { viewOf } from '@atrium/database'
import type { Row } from '../database.ts'

export type ScheduleRow = Row<'schedules'>

/** With `stuck`: the latest claimed period has no open or paid invoice. */
export type ScheduleState = ScheduleRow & { stuck: boolean }

type Status = ScheduleRow['status']
const sources: Readonly<Record<Status, readonly Status[]>> = {
  active: ['paused'],
  paused: ['active'],
  cancelled: ['active', 'paused'],
}

/** Throws `invalid_transition` (409). */
export function checkMove(from: Status, to: Status): void {
  if (!sources[to].includes(from)) throw scheduleErrors.invalid_transition()
}

export const toSchedule: (row: ScheduleState) => InvoiceSchedule = viewOf(InvoiceSchedule)

/** A schedule in the list; its customer exists as long as it does. */
export const toListItem = ({
  customer_name: customerName,
  ...row
}: ScheduleState & { customer_name: string | null }): InvoiceScheduleListItem => ({
  ...toSchedule(row),
  customerName: customerName ?? '',
})
