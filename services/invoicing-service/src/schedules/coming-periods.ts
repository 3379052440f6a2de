import type { Db } from '../database.ts'
import { termsOfPeriod } from './period-terms.ts'
import { toClaim } from './periods.ts'
import type { ScheduleRow } from './schedule.ts'
import { listActiveSchedules } from './schedules.db.ts'

/**
 * Returns the unbilled periods in an org's active schedules up to a moment. A period that is
 * already due has the date `now`.
 */
export async function comingPeriods(
  db: Db,
  orgId: string,
  { now, until }: { now: Date; until: Date },
) {
  const schedules = await listActiveSchedules(db, orgId)
  return schedules.flatMap((schedule) =>
    listDates(schedule, until).map((date) => ({
      schedule,
      date: date < now ? now : date,
      unitAmountCents: Number(termsOfPeriod(schedule, date).unit_amount_cents),
    })),
  )
}

function listDates(schedule: ScheduleRow, until: Date): Date[] {
  const dates: Date[] = []
  for (let at = schedule; at.next_invoice_date <= until; ) {
    dates.push(at.next_invoice_date)
    const { next, completes } = toClaim(at)
    if (completes) break
    at = { ...at, next_invoice_date: next, claimed_periods: at.claimed_periods + 1 }
  }
  return dates
}

export type ComingPeriod = Awaited<ReturnType<typeof comingPeriods>>[number]
