import { nextPeriodDate } from './next-date.ts'
import type { ScheduleRow } from './schedule.ts'

type Cursor = Pick<
  ScheduleRow,
  'anchor_date' | 'interval' | 'time_zone' | 'next_invoice_date' | 'paused_at' | 'resumed_at'
>
type End = Pick<ScheduleRow, 'next_invoice_date' | 'ends_at' | 'periods' | 'claimed_periods'>

/**
 * Returns the cursor after a claim: the next period, skipping periods of a pause that were not
 * caught up.
 */
export function periodAfter(schedule: Cursor): Date {
  const { paused_at: paused, resumed_at: resumed } = schedule
  const next = nextPeriodDate(schedule, schedule.next_invoice_date)
  const inPause = paused !== null && resumed !== null && next > paused && next <= resumed
  return inPause ? nextPeriodDate(schedule, resumed) : next
}

/** Returns how many periods fell due during the pause, and the first future one. */
export function periodsOfPause(schedule: Cursor & End, now: Date): { skipped: number; next: Date } {
  const { paused_at: paused } = schedule
  let skipped = 0
  let next = schedule.next_invoice_date
  while (next <= now) {
    const isOfPause = paused === null || next > paused
    if (isOfPause && !isEnded({ ...schedule, next_invoice_date: next })) skipped += 1
    next = nextPeriodDate(schedule, next)
  }
  return { skipped, next }
}

/** True if the period at the cursor is after the schedule's end. */
export const isEnded = ({
  next_invoice_date: next,
  ends_at: end,
  periods,
  claimed_periods,
}: End): boolean =>
  (end !== null && next >= end) || (periods !== null && claimed_periods >= periods)

/** Returns the cursor after a claim, and whether the claimed period was the last one. */
export function toClaim(schedule: Cursor & End): { next: Date; completes: boolean } {
  const next = periodAfter(schedule)
  const claimed_periods = schedule.claimed_periods + 1
  return { next, completes: isEnded({ ...schedule, next_invoice_date: next, claimed_periods }) }
}
