import {
  missingCompanyFields,
  missingVatFields,
  type PutSeller,
  sellerFieldNames,
} from '@atrium/contracts'
import type { z } from 'zod'
import { taxIdFault } from '../../money/customer/tax-id.ts'

type Given = Partial<z.input<typeof PutSeller>>

/**
 * Returns which details the law requires on an invoice and the seller lacks, and whether the VAT
 * number has a wrong format.
 */
export function sellerGaps(seller: Given): string[] {
  const { taxId, country } = seller
  const missing = [...missingCompanyFields(seller), ...missingVatFields(seller)]
    .filter((field) => field !== 'name')
    .map((field) => `the ${sellerFieldNames[field]}`)
  const fault = taxId ? taxIdFault(taxId, country ?? null, { national: true }) : null
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${new Intl.ListFormat('en').format(missing)}.`]),
    ...(fault === null ? [] : [`VAT number: ${fault}`]),
  ]
}
