import { useQuery } from '@tanstack/react-query'
import { useMe } from '../platform/me.ts'
import { orgSettingsQuery } from '../platform/org-settings.ts'
import { userSettingsQuery } from '../platform/user-settings.ts'
import { amountLabel } from './amount.ts'
import { dayIn, dayLabel, lastDayBefore } from './calendar-day.ts'

/** Whether the person may change invoices, offers and agreements; members read them. */
export const useIsAdmin = (): boolean => useMe().org?.role !== 'member'

/** Words for amounts and days in the language and region of the person, those of the browser until they are known. */
export function useMoney() {
  const locale = useQuery({ ...userSettingsQuery, staleTime: 5 * 60_000 }).data?.locale
  const zone = useQuery(orgSettingsQuery).data?.timezone ?? 'UTC'
  return {
    /** Minor units: "€14,500.20". */
    amount: (cents: number, currency: string): string => amountLabel(cents, currency, locale),
    /** A calendar day, or the day of a moment in the organisation's time zone: "23 Nov 2026". */
    day: (at: string): string => dayLabel(at, zone, locale),
    /** Today in the organisation's time zone, `YYYY-MM-DD`. */
    today: (): string => dayIn(new Date(), zone),
    /** The last day before an end that is not included, `YYYY-MM-DD`. */
    lastDayBefore: (end: string): string => lastDayBefore(end, zone),
    /** The day of a moment in the viewer's zone. */
    localDay: (at: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
  }
}
