import { useQuery } from '@tanstack/react-query'
import { lookQuery, orgSettingsQuery } from '../../platform/records/settings.ts'
import { useMe } from '../../platform/session/me.ts'
import { toDateLocale } from '../../ui/dates/typed-day.ts'
import { amountLabel } from './amount.ts'
import { dayIn, dayLabel, lastDayBefore } from './calendar-day.ts'

/** True if the user may change invoices, offers and schedules. Members may only read them. */
export const useIsAdmin = (): boolean => useMe().org?.role !== 'member'

const useLocale = (): string | undefined => useQuery(lookQuery).data?.locale

/** Returns a function that formats minor units for the user's language: "€14,500.20". */
export function useAmount(): (cents: number, currency: string) => string {
  const locale = useLocale()
  return (cents, currency) => amountLabel(cents, currency, locale)
}

/**
 * Formats amounts and days for the user's language and region. The browser's locale applies until
 * they have loaded.
 */
export function useMoney() {
  const locale = useLocale()
  const zone = useQuery(orgSettingsQuery).data?.timezone ?? 'UTC'
  const dateLocale = locale && toDateLocale(locale, zone)
  return {
    /** Formats minor units: "€14,500.20". */
    amount: useAmount(),
    /**
     * Formats a calendar day, or the day of a moment in the organisation's time zone: "23 Nov
     * 2026".
     */
    day: (at: string): string => dayLabel(at, zone, dateLocale),
    /** Returns today in the organisation's time zone as `YYYY-MM-DD`. */
    today: (): string => dayIn(new Date(), zone),
    /** Returns the last day before an exclusive end as `YYYY-MM-DD`. */
    lastDayBefore: (end: string): string => lastDayBefore(end, zone),
    /** Formats the day of a moment in the viewer's time zone. */
    localDay: (at: string): string =>
      new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' }).format(new Date(at)),
  }
}
