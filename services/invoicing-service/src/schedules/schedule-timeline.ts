import type {
  BillingTimelineQuery,
  ScheduleHistoryDetail,
  ScheduleHistoryKind,
  ScheduleTimelineEntry,
} from '@atrium/contracts'
import { dayIn } from '../calendar/calendar-days.ts'
import type { OfferPrice } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { formatAmount } from '../pdf/format.ts'
import { listScheduleHistory, type ScheduleHistoryRow } from './schedule-history.db.ts'
import { getScheduleRow } from './schedules.db.ts'

/** Formats a price for display: `120.00 EUR a month`. */
export const formatPrice = ({ unitAmountCents, currency, interval }: OfferPrice): string =>
  `${formatAmount(unitAmountCents, currency)} a ${interval}`

const describePrice = (price: OfferPrice | undefined): string =>
  price === undefined ? 'another price' : formatPrice(price)

const formatDay = (moment: string | null | undefined, zone: string): string =>
  moment == null ? 'none' : dayIn(new Date(moment), zone)

function resumedAs({ catchUp, skippedPeriods = 0 }: ScheduleHistoryDetail): string {
  if (catchUp === true) return 'Resumed, and the paused periods are billed'
  return skippedPeriods === 0 ? 'Resumed' : `Resumed, and ${skippedPeriods} periods are skipped`
}

function changedAs(
  { endsAt, periods, vatRateBps, from, to, nextInvoiceDate }: ScheduleHistoryDetail,
  zone: string,
): string {
  const changes = [
    ...(to === undefined ? [] : [`price: ${describePrice(to)} instead of ${describePrice(from)}`]),
    ...(nextInvoiceDate === undefined ? [] : [`next invoice: ${formatDay(nextInvoiceDate, zone)}`]),
    ...(endsAt === undefined ? [] : [`end: ${formatDay(endsAt, zone)}`]),
    ...(periods === undefined ? [] : [`number of periods: ${periods ?? 'none'}`]),
    ...(vatRateBps === undefined ? [] : [`VAT: ${vatRateBps / 100} %`]),
  ]
  return `Changed: ${changes.join(', ')}`
}

const bodies: Readonly<
  Record<ScheduleHistoryKind, (detail: ScheduleHistoryDetail, zone: string) => string>
> = {
  created: () => 'Made',
  paused: () => 'Paused',
  resumed: resumedAs,
  cancelled: () => 'Cancelled',
  changed: changedAs,
  completed: () => 'The last period is billed',
  failed: ({ period, reason }, zone) =>
    `The period of ${formatDay(period, zone)} failed: ${reason ?? 'unknown reason'}`,
  retried: ({ period }, zone) => `The period of ${formatDay(period, zone)} was billed again`,
  price_changed: ({ from, to }) =>
    `The product now costs ${describePrice(to)}. This subscription still bills ${describePrice(from)}.`,
  adopted: ({ from, to, since }, zone) =>
    `${describePrice(to)} instead of ${describePrice(from)} from ${formatDay(since, zone)}`,
  announced: () => 'The customer gets a mail about the new price',
}

const toEntry = (
  { id, kind, detail, author, created_at }: ScheduleHistoryRow,
  zone: string,
): ScheduleTimelineEntry => ({
  id,
  kind,
  body: bodies[kind](detail, zone),
  detail,
  author,
  createdAt: created_at.toISOString(),
})

/** Returns a page of a schedule's events. Throws `not_found`. */
export async function readScheduleTimeline(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { id, query }: { id: string; query: BillingTimelineQuery },
) {
  const { time_zone: zone } = await getScheduleRow(deps.db, orgId, id)
  const { rows, ...page } = await listScheduleHistory(deps.db, orgId, id, query)
  return { items: rows.map((row) => toEntry(row, zone)), ...page }
}
