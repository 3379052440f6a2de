import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { userSettingsQuery } from '../platform/user-settings.ts'
import { amountLabel } from './amount.ts'

/** Words for amounts and days in the language and region of the signed-in person. */
export interface MoneyWords {
  /** Minor units: "€14,500.20". */
  readonly amount: (cents: number, currency: string) => string
  /** A moment as its day: "23 Nov 2026". */
  readonly day: (at: string) => string
}

/** The words of the person's settings, those of the browser until they are known. */
export function useMoney(): MoneyWords {
  const locale = useQuery({ ...userSettingsQuery, staleTime: 5 * 60_000 }).data?.locale
  const amount = useCallback(
    (cents: number, currency: string) => amountLabel(cents, currency, locale),
    [locale],
  )
  const day = useCallback(
    (at: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(at)),
    [locale],
  )
  return { amount, day }
}
