import type { MoneyFigures } from '@atrium/contracts'
import { dayIn, startOfDay } from '../calendar/calendar-days.ts'
import { findTimeZone } from '../calendar/time-zone.ts'
import type { Deps } from '../deps.ts'
import { summariseInvoices } from '../summary/summarise.ts'
import { sumPaidSince } from './overview.db.ts'

/** Returns an org's amounts in its most used currency, for this month in its time zone. */
export async function readMoneyFigures(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orgId: string,
): Promise<{ money: MoneyFigures; hasIssuedInvoice: boolean }> {
  const at = now()
  const [zone, summary] = await Promise.all([
    findTimeZone(db, orgId),
    summariseInvoices(db, orgId, at),
  ])
  const { currency, outstandingCents, overdueCents } = summary
  const firstDay = `${dayIn(at, zone).slice(0, 7)}-01`
  const paidThisMonthCents = await sumPaidSince(db, orgId, currency, {
    day: firstDay,
    moment: startOfDay(firstDay, zone),
  })
  const hasIssuedInvoice = summary.byCurrency.some(
    ({ counts }) => counts.open + counts.paid + counts.void + counts.uncollectible > 0,
  )
  return {
    money: { currency, openCents: outstandingCents, overdueCents, paidThisMonthCents },
    hasIssuedInvoice,
  }
}
