import type { ScheduleHistoryDetail, ScheduleTimelineEntry } from '@atrium/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Timeline } from '../money/timeline.tsx'
import { useMoney } from '../money/use-money.ts'
import { scheduleTimelineQuery } from './one-schedule.ts'

type Price = NonNullable<ScheduleHistoryDetail['to']>

/** The events of an agreement, the newest first; prices are written as on the rest of the page. */
export function ScheduleTimeline({ id }: { id: string }) {
  const { amount, day } = useMoney()
  const price = ({ unitAmountCents, currency, interval }: Price): string =>
    `${amount(unitAmountCents, currency)} a ${interval}`
  const textOf = ({ kind, detail: { from, to, since }, body }: ScheduleTimelineEntry): string => {
    if (kind === 'created') return 'The agreement was made'
    if (from === undefined || to === undefined) return body
    if (kind === 'price_changed') return `The offer costs ${price(to)} now; this bills ${price(from)}`
    if (kind !== 'adopted' || since === undefined) return body
    return `${price(to)} instead of ${price(from)} from ${day(since)} on`
  }
  return <Timeline query={useInfiniteQuery(scheduleTimelineQuery(id))} textOf={textOf} />
}
