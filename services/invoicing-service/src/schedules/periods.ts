import { nextPeriodDate } from './next-date.ts'
import type { ScheduleRow } from './schedule.ts'

type Cursor = Pick<ScheduleRow, 'anchor_date' | 'interval' | 'next_invoice_date' | 'paused_at' | 'resumed_at'>

/** Where the cursor goes when its period is claimed: to the next period, past those of a pause that was not caught up. */
export function periodAfter(schedule: Cursor): Date {
  const { anchor_date: anchor, interval, next_invoice_date: current } = schedule
  const { paused_at: paused, resumed_at: resumed } = schedule
  const next = nextPeriodDate(anchor, interval, current)
  const inPause = paused !== null && resumed !== null && next > paused && next <= resumed
  return inPause ? nextPeriodDate(anchor, interval, resumed) : next
}

/** The periods that fell due while the schedule was paused, and the first that is not due yet. */
export function periodsOfPause(schedule: Cursor, now: Date): { skipped: number; next: Date } {
  const { anchor_date: anchor, interval, next_invoice_date: current, paused_at: paused } = schedule
  let next = current
  let skipped = 0
  while (next <= now) {
    if (paused === null || next > paused) skipped += 1
    next = nextPeriodDate(anchor, interval, next)
  }
  return { skipped, next }
}
