import type { PutSeller } from '@atrium/contracts'
import type { z } from 'zod'
import { taxIdFault } from '../../money/customer/tax-id.ts'

type Given = Partial<z.input<typeof PutSeller>>

/**
 * Returns which details the law requires on an invoice and the seller lacks, and whether the VAT
 * number has a wrong format.
 */
export function sellerGaps({
  line1,
  postalCode,
  city,
  country,
  taxId,
  registration,
}: Given): string[] {
  const missing = [
    line1 ? '' : 'the address',
    postalCode ? '' : 'the postal code',
    city ? '' : 'the city',
    country ? '' : 'the country',
    taxId || registration ? '' : 'the VAT number',
    country === 'FR' && !registration ? 'the registration (SIREN)' : '',
  ].filter(Boolean)
  const fault = taxId ? taxIdFault(taxId, country ?? null, { national: true }) : null
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${new Intl.ListFormat('en').format(missing)}.`]),
    ...(fault === null ? [] : [`VAT number: ${fault}`]),
  ]
}
