import { useQuery } from '@tanstack/react-query'
import { useMe } from '../platform/me.ts'
import { userSettingsQuery } from '../platform/user-settings.ts'
import { amountLabel } from './amount.ts'
import { dayLabel } from './calendar-day.ts'

/** Whether the person may change invoices, offers and agreements; members read them. */
export const useIsAdmin = (): boolean => useMe().org?.role !== 'member'

/** Words for amounts and days in the language and region of the person, those of the browser until they are known. */
export function useMoney() {
  const locale = useQuery({ ...userSettingsQuery, staleTime: 5 * 60_000 }).data?.locale
  return {
    /** Minor units: "€14,500.20". */
    amount: (cents: number, currency: string): string => amountLabel(cents, currency, locale),
    /** The calendar day of a document, an agreement or a payment, in UTC as on the documents: "23 Nov 2026". */
    day: (at: string): string => dayLabel(at, locale),
    /** The day of a moment in the viewer's zone. */
    localDay: (at: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
  }
}
