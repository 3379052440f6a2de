import { useQuery } from '@tanstack/react-query'
import { defaultsQuery, vatRatesQuery } from './set-up-queries.ts'

/**
 * Returns the VAT rate of a new invoice or subscription in percent: the last one used, else the usual one in the
 * company's country, else 20 %. Undefined while it is being read.
 */
export function usePresetRate(): string | undefined {
  const defaults = useQuery(defaultsQuery)
  const rates = useQuery(vatRatesQuery)
  if (defaults.isPending || rates.isPending) return undefined
  const countryRates = rates.data ?? []
  const usual =
    countryRates.length > 1 ? countryRates.find(({ isDefault }) => isDefault)?.rateBps : undefined
  return String((defaults.data?.lastVatRateBps ?? usual ?? 2_000) / 100)
}
