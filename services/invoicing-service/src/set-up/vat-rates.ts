import type { VatRates, VatRatesQuery } from '@atrium/contracts'
import type { z } from 'zod'
import type { Ctx, Deps } from '../deps.ts'
import { ratesByCountry } from '../invoices/country-rates.ts'
import { findSeller } from '../invoices/seller.ts'

export function listRates(country: string | null, smallBusiness: boolean): VatRates['items'] {
  const rates = ratesByCountry[country ?? ''] ?? []
  const usual = smallBusiness ? 0 : (rates[0] ?? 0)
  return [...rates, 0].map((rateBps, index) => ({
    rateBps,
    label: labelRate(rateBps, index),
    isDefault: rateBps === usual,
  }))
}

function labelRate(rateBps: number, index: number): string {
  if (rateBps === 0) return 'No VAT, 0 %'
  return `${index === 0 ? 'Standard' : 'Reduced'}, ${rateBps / 100} %`
}

/** Returns a country's VAT rates, or the seller's country's if none is given. */
export async function listVatRates(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx,
  { country }: z.output<typeof VatRatesQuery>,
): Promise<VatRates> {
  const seller = await findSeller(db, principal.orgId)
  const sellerCountry = seller?.country ?? null
  const isSmall =
    seller?.smallBusiness === true && (country === undefined || country === sellerCountry)
  return { items: listRates(country ?? sellerCountry, isSmall) }
}
