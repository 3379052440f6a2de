import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { userSettingsQuery } from '../platform/user-settings.ts'
import { amountLabel } from './amount.ts'
import { dayLabel } from './calendar-day.ts'

/** Words for amounts and days in the language and region of the signed-in person. */
export interface MoneyWords {
  /** Minor units: "€14,500.20". */
  readonly amount: (cents: number, currency: string) => string
  /**
   * The calendar day of a document, an agreement or a payment: "23 Nov 2026". It is the day in UTC, as on the documents,
   * wherever the person is.
   */
  readonly day: (at: string) => string
  /** The day of a moment in the viewer's zone. */
  readonly localDay: (at: string) => string
}

/** The words of the person's settings, those of the browser until they are known. */
export function useMoney(): MoneyWords {
  const locale = useQuery({ ...userSettingsQuery, staleTime: 5 * 60_000 }).data?.locale
  const amount = useCallback(
    (cents: number, currency: string) => amountLabel(cents, currency, locale),
    [locale],
  )
  const day = useCallback((at: string) => dayLabel(at, locale), [locale])
  const localDay = useCallback(
    (at: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
    [locale],
  )
  return { amount, day, localDay }
}
